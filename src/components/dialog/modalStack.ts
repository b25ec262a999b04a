const layers: HTMLElement[] = [];
const silenced = new Set<Element>();

/** Marks what must stay reachable while a dialog is open, such as the notices. */
export const STAYS_ACTIVE = "data-stays-active";

/** Puts a dialog on top: everything else in the page becomes inert. Answers how to take it away. */
export function pushLayer(layer: HTMLElement): () => void {
  layers.push(layer);
  apply();
  return () => {
    layers.splice(layers.indexOf(layer), 1);
    apply();
  };
}

export function isTopLayer(layer: HTMLElement | null): boolean {
  return layer !== null && layers.at(-1) === layer;
}

function apply() {
  for (const element of silenced) element.removeAttribute("inert");
  silenced.clear();
  const top = layers.at(-1);
  document.documentElement.toggleAttribute("data-modal-open", top !== undefined);
  if (!top) return;
  for (const element of document.body.children) {
    if (element.contains(top) || element.hasAttribute(STAYS_ACTIVE)) continue;
    if (element.hasAttribute("inert")) continue;
    element.setAttribute("inert", "");
    silenced.add(element);
  }
}
