/** Marks elements that stay reachable while a dialog is open, such as the notices. */
const STAYS_ACTIVE = "data-stays-active";
const ROOM = "dialogs";

/** The container of the dialogs: MUI hides a dialog's siblings, but the notices must stay. */
export function dialogRoom(): HTMLElement {
  const found = document.getElementById(ROOM);
  if (found) return found;
  const room = document.createElement("div");
  room.id = ROOM;
  document.body.append(room);
  return room;
}

const covered = new Set<Element>();
let covers = 0;

/** Makes the page behind the dialogs inert; the returned function reverts that. */
export function coverPage(): () => void {
  covers += 1;
  if (covers === 1) cover();
  return () => {
    covers -= 1;
    if (covers === 0) uncover();
  };
}

function cover() {
  const root = document.documentElement;
  root.style.setProperty("--ki-scrollbar", `${window.innerWidth - root.clientWidth}px`);
  root.toggleAttribute("data-modal-open", true);
  for (const element of document.body.children) {
    if (element.id === ROOM || element.hasAttribute(STAYS_ACTIVE)) continue;
    if (element.hasAttribute("inert")) continue;
    element.setAttribute("inert", "");
    covered.add(element);
  }
}

function uncover() {
  document.documentElement.toggleAttribute("data-modal-open", false);
  for (const element of covered) element.removeAttribute("inert");
  covered.clear();
}
