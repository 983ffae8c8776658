// Tabs with the keyboard behaviour that screen readers expect.

/** Wire up a tablist; `changed` gets the id of the panel that is shown. */
export function wireTabs(list, changed = () => {}) {
  const tabs = [...list.querySelectorAll("[role=tab]")];
  const open = (tab) => {
    for (const other of tabs) {
      const isOpen = other === tab;
      other.setAttribute("aria-selected", String(isOpen));
      other.tabIndex = isOpen ? 0 : -1;
      document.getElementById(other.getAttribute("aria-controls")).hidden = !isOpen;
    }
    changed(tab.getAttribute("aria-controls"));
  };
  for (const [index, tab] of tabs.entries()) {
    tab.addEventListener("click", () => open(tab));
    tab.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      event.preventDefault();
      const next = tabs[(index + step + tabs.length) % tabs.length];
      next.focus();
      open(next);
    });
  }
  return (id) => open(tabs.find((tab) => tab.getAttribute("aria-controls") === id));
}
