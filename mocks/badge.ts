import "./badge.css";
import { forget } from "./world.ts";

/** Says in the corner of the page that nothing here is real, and takes back what was done to it. */
export function showBadge(): void {
  const badge = document.createElement("aside");
  badge.className = "mock-badge";
  badge.ariaLabel = "モックモード";
  const reset = document.createElement("button");
  reset.type = "button";
  reset.textContent = "データを元に戻す";
  reset.addEventListener("click", () => {
    forget();
    window.location.reload();
  });
  badge.append("モックモード", reset);
  document.body.append(badge);
}
