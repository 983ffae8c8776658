// Ways to bring a photo: camera or file, drag and drop, paste, or a sample.

const isPhoto = (file) => file.type.startsWith("image/") || /\.(heic|heif|jpe?g|png|webp)$/i.test(file.name);

// A photo that is dropped beside its place must not take the place of the page.
for (const name of ["dragover", "drop"]) document.addEventListener(name, (event) => event.preventDefault());

/** Call `take` with a photo that is chosen, dropped on `zone` or pasted into the page. */
export function onPhoto({ input, zone, paste, take }) {
  input?.addEventListener("change", () => {
    if (input.files[0]) take(input.files[0]);
    input.value = "";
  });
  if (zone) onDrop(zone, take);
  if (paste) {
    document.addEventListener("paste", (event) => {
      const file = [...(event.clipboardData?.files ?? [])].find(isPhoto);
      if (file) take(file);
    });
  }
}

function onDrop(zone, take) {
  const mark = (isOver) => zone.classList.toggle("is-drop-target", isOver);
  zone.addEventListener("dragover", (event) => {
    event.preventDefault();
    mark(true);
  });
  zone.addEventListener("dragleave", () => mark(false));
  zone.addEventListener("drop", (event) => {
    event.preventDefault();
    mark(false);
    const file = [...event.dataTransfer.files].find(isPhoto);
    if (file) take(file);
  });
}

export function photoForm(file) {
  const form = new FormData();
  form.append("photo", file, "photo");
  return form;
}
