/**
 * A field is left as soon as the mouse button goes down, but what is pressed is where it goes up: an error
 * line that appears between the two would move it away.
 */
let isPressed = false;
const waiting: (() => void)[] = [];

function release(): void {
  isPressed = false;
  for (const run of waiting.splice(0)) run();
}

document.addEventListener("pointerdown", () => (isPressed = true), true);
// What the click does, such as to submit, comes after the field was left.
document.addEventListener("click", release, true);
// Without a click, since the mouse moved on; a menu may swallow these, too, and the next key tells.
for (const end of ["pointerup", "pointercancel"]) {
  document.addEventListener(end, () => setTimeout(release), true);
}
document.addEventListener("keydown", release, true);

/** Runs at once or, while a mouse button or a finger is down, after its click. */
export function afterPress(run: () => void): void {
  if (isPressed) waiting.push(run);
  else run();
}
