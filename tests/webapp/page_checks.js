// What every page must hold for people with a screen reader, a keyboard or weak eyes. Gives a list of complaints.
() => {
  const complaints = [];
  const isShown = (e) => e.checkVisibility({ checkOpacity: false, checkVisibilityCSS: true }) && !e.closest(".sprite, [aria-hidden=true]");
  const describe = (e) => `${e.tagName.toLowerCase()}${e.id ? "#" + e.id : ""} "${(e.textContent || "").trim().slice(0, 30)}"`;

  const nameOf = (e) => {
    const labelledBy = (e.getAttribute("aria-labelledby") || "").split(" ").map((id) => document.getElementById(id)?.textContent ?? "").join(" ").trim();
    const labels = [...(e.labels ?? [])].map((label) => label.textContent).join(" ").trim();
    return (labelledBy || e.getAttribute("aria-label") || labels || e.getAttribute("alt") || e.textContent.trim() || e.getAttribute("title") || "").trim();
  };
  for (const e of document.querySelectorAll("a[href], button, input:not([type=hidden]), select, summary, dialog, [role=listbox], [role=option], [role=tab], [role=group], [role=img], section[aria-label], nav")) {
    if (isShown(e) && !nameOf(e)) complaints.push(`no name: ${describe(e)}`);
  }
  for (const image of document.images) if (!image.hasAttribute("alt")) complaints.push(`no alt: ${image.src}`);

  const ids = [...document.querySelectorAll("[id]")].map((e) => e.id);
  for (const id of new Set(ids.filter((id, i) => ids.indexOf(id) !== i))) complaints.push(`id used twice: ${id}`);
  for (const e of document.querySelectorAll("[aria-controls], [aria-labelledby], [aria-activedescendant]")) {
    for (const name of ["aria-controls", "aria-labelledby", "aria-activedescendant"]) {
      for (const id of (e.getAttribute(name) || "").split(" ").filter(Boolean)) if (!document.getElementById(id)) complaints.push(`${name} leads nowhere: ${id}`);
    }
  }
  if (document.querySelectorAll("h1").length !== 1) complaints.push("not exactly one h1");
  if (!document.documentElement.lang) complaints.push("no language");
  if (document.querySelectorAll("main").length !== 1) complaints.push("not exactly one main");
  for (const e of document.querySelectorAll("[tabindex]")) if (e.tabIndex > 0) complaints.push(`tabindex that jumps: ${describe(e)}`);

  // Contrast: 4.5 for text, 3 for large text, against the nearest painted background.
  const numbers = (colour) => (colour.match(/[\d.]+/g) ?? []).map(Number);
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const rgba = (colour) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  };
  const over = ([r, g, b, a], [R, G, B]) => [r * a + R * (1 - a), g * a + G * (1 - a), b * a + B * (1 - a)];
  const ground = (e) => {
    const layers = [];
    for (let at = e; at; at = at.parentElement) {
      const colour = rgba(getComputedStyle(at).backgroundColor);
      layers.push(colour);
      if (colour[3] === 1) break;
    }
    return layers.reverse().reduce((below, layer) => over(layer, below), [255, 255, 255]);
  };
  const light = (rgb) => {
    const [r, g, b] = rgb.map((v) => v / 255).map((v) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const e = walker.currentNode.parentElement;
    if (!walker.currentNode.textContent.trim() || !e || e.closest("svg, script, .visually-hidden, .skip-link, [disabled], :disabled") || !isShown(e)) continue;
    const style = getComputedStyle(e);
    const below = ground(e);
    const [a, b] = [light(over(rgba(style.color), below)), light(below)].sort((x, y) => y - x);
    const contrast = (a + 0.05) / (b + 0.05);
    const size = numbers(style.fontSize)[0];
    const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    if (contrast < (isLarge ? 3 : 4.5) - 0.01) complaints.push(`contrast ${contrast.toFixed(2)}: ${describe(e)}`);
  }

  // Targets: at least 24 pixels, the least that WCAG 2.2 AA allows; and nothing wider than the screen.
  for (const e of document.querySelectorAll("a[href], button, input:not([type=hidden]), select, summary")) {
    if (!isShown(e) || e.closest(".visually-hidden, .skip-link") || e.matches("p a")) continue;
    const box = (e.closest("label, .file-button") ?? e).getBoundingClientRect();
    if (box.width && (box.width < 24 || box.height < 24)) complaints.push(`small target ${Math.round(box.width)}x${Math.round(box.height)}: ${describe(e)}`);
  }
  if (document.documentElement.scrollWidth > window.innerWidth + 1) complaints.push(`wider than the screen: ${document.documentElement.scrollWidth}`);
  return complaints;
}
