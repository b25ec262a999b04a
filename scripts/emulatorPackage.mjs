import { pathToFileURL } from "node:url";
import { installTool } from "./toolPackage.mjs";

export async function installEmulator() {
  const isThere = await installTool(
    "auth-emulator",
    "Installing the Firebase Auth Emulator (once; 220 MB, about half a minute) ...",
    ["--omit=optional"],
  );
  if (!isThere) {
    console.error(
      "The Firebase Auth Emulator could not be installed. It needs the npm registry once; with FIREBASE_PROJECT_ID and FIREBASE_API_KEY a real project is used instead.",
    );
    process.exit(1);
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await installEmulator();
