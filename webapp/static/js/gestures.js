// Tap, drag, pinch and wheel on an element, for mouse, pen and fingers alike.

const TAP_SLOP_PX = 8;
const WHEEL_SPEED = 0.0016;

/** @param {{tap: Function, pan: Function, zoom: Function}} on pan(dx, dy) and zoom(factor, x, y) in pixels of the element */
export function onGestures(element, on) {
  const pointers = new Map();
  let moved = false;
  let target = null;

  element.addEventListener("pointerdown", (event) => {
    if (pointers.size === 0) {
      moved = false;
      target = event.target;
    }
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY, startX: event.clientX, startY: event.clientY });
    element.setPointerCapture(event.pointerId);
  });
  element.addEventListener("pointermove", (event) => {
    const pointer = pointers.get(event.pointerId);
    if (!pointer) return;
    const before = middleOf(pointers);
    const spreadBefore = spreadOf(pointers);
    pointer.x = event.clientX;
    pointer.y = event.clientY;
    moved ||= Math.hypot(pointer.x - pointer.startX, pointer.y - pointer.startY) > TAP_SLOP_PX || pointers.size > 1;
    if (!moved) return;
    const after = middleOf(pointers);
    on.pan(after.x - before.x, after.y - before.y);
    if (pointers.size > 1 && spreadBefore > 0) on.zoom(spreadOf(pointers) / spreadBefore, ...within(element, after));
  });
  const end = (event) => {
    if (!pointers.delete(event.pointerId)) return;
    if (event.type === "pointerup" && !moved && pointers.size === 0) on.tap(target, event);
  };
  element.addEventListener("pointerup", end);
  element.addEventListener("pointercancel", end);
  element.addEventListener("wheel", (event) => {
    event.preventDefault();
    on.zoom(Math.exp(-event.deltaY * WHEEL_SPEED), ...within(element, { x: event.clientX, y: event.clientY }));
  }, { passive: false });
}

function within(element, { x, y }) {
  const box = element.getBoundingClientRect();
  return [x - box.left, y - box.top];
}

function middleOf(pointers) {
  const all = [...pointers.values()];
  return { x: all.reduce((sum, p) => sum + p.x, 0) / all.length, y: all.reduce((sum, p) => sum + p.y, 0) / all.length };
}

function spreadOf(pointers) {
  const [a, b] = [...pointers.values()];
  return b ? Math.hypot(a.x - b.x, a.y - b.y) : 0;
}
