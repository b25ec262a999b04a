import { createRoot } from "react-dom/client";
import { applyColorMode, readColorMode } from "./layout/colorMode.ts";
import { isAdminPath } from "./providers/area.ts";

/** Each area is loaded by itself, and left by a full page load only. */
async function areaFor(pathname: string) {
  if (pathname === "/app/login") return (await import("./login/LoginPage.tsx")).LoginPage;
  if (isAdminPath(pathname)) return (await import("./AdminArea.tsx")).AdminArea;
  return (await import("./StaffArea.tsx")).StaffArea;
}

async function start() {
  const root = document.getElementById("root");
  if (!root) throw new Error("index.html has no #root");
  applyColorMode(readColorMode());
  const Area = await areaFor(window.location.pathname);
  createRoot(root).render(<Area />);
}

await start();
