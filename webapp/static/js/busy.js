// Buttons that begin something new: pressing again while the server thinks must not begin it twice.

/** Do some work for a press of a button. What gives a page to go to keeps the button shut until that page is there. */
export async function goOnce(button, work) {
  if (button.disabled) return;
  button.disabled = true;
  button.setAttribute("aria-busy", "true");
  const open = () => {
    button.disabled = false;
    button.removeAttribute("aria-busy");
  };
  const page = await work();
  if (!page) return open();
  addEventListener("pageshow", open, { once: true });
  location.assign(page);
}
