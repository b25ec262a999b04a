import { createRoot } from "react-dom/client";
import { showAreaLoadError } from "./layout/areaLoadError.ts";
import { applyColorMode, readColorMode } from "./layout/colorMode.ts";
import { reloadForNewBuild } from "./layout/newBuild.ts";
import { apiBase, isAdminPath } from "./providers/area.ts";
import { connectivity } from "./providers/connectivity.ts";
import { identityService } from "./providers/identity.ts";
import { sendEarly } from "./providers/send.ts";

/** Loads the code of one area, and requests the current user meanwhile. */
async function areaFor(pathname: string) {
  if (/^\/app(\/login)?\/?$/.test(pathname)) {
    return (await import("./login/LoginPage.tsx")).LoginPage;
  }
  if (isAdminPath(pathname)) {
    sendEarly(`${apiBase(pathname)}/me`);
    return (await import("./AdminArea.tsx")).AdminArea;
  }
  identityService().catch(() => {});
  return (await import("./StaffArea.tsx")).StaffArea;
}

async function start() {
  const root = document.getElementById("root");
  if (!root) throw new Error("index.html has no #root");
  applyColorMode(readColorMode());
  reloadForNewBuild();
  await open(root);
}

async function open(root: HTMLElement) {
  try {
    const Area = await areaFor(window.location.pathname);
    createRoot(root).render(<Area />);
  } catch {
    showAreaLoadError(root);
    const stop = connectivity.onBack(() => {
      stop();
      void open(root);
    });
    connectivity.failed();
  }
}

await start();
