import { app } from "../i18n/ja/app.ts";
import { errors } from "../i18n/ja/errors.ts";
import { pageLoad } from "../providers/start/pageLoad.ts";

/** Shown if the code of an area could not be loaded. Only the page's own style is available. */
export function showAreaLoadError(root: HTMLElement): void {
  const text = document.createElement("p");
  text.setAttribute("role", "alert");
  text.textContent = errors.network;
  const retry = document.createElement("button");
  retry.type = "button";
  retry.textContent = app.table.retry;
  retry.addEventListener("click", () => pageLoad.reload());
  const page = document.createElement("main");
  page.className = "area-load-error";
  page.append(text, retry);
  root.replaceChildren(page);
}
