import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { runCommand } from "./runCommand.mjs";

const directory = join(import.meta.dirname, "..", "tools", "auth-emulator");

const readJson = (path) => JSON.parse(readFileSync(join(directory, path), "utf8"));

function isInstalled() {
  // npm writes this file last: an install that was broken off has none.
  if (!existsSync(join(directory, "node_modules", ".package-lock.json"))) return false;
  const wanted = readJson("package.json").dependencies["firebase-tools"];
  return readJson("node_modules/firebase-tools/package.json").version === wanted;
}

/** Installs the Firebase Auth Emulator unless the version that is asked for is there. */
export async function installEmulator() {
  if (isInstalled()) return;
  console.log("Installing the Firebase Auth Emulator (once; 220 MB, about half a minute) ...");
  const parameters = ["ci", "--omit=optional", "--ignore-scripts", "--loglevel=error"];
  const npm = process.env.npm_execpath;
  const code = npm
    ? await runCommand(process.execPath, [npm, ...parameters], { cwd: directory })
    : await runCommand("npm", parameters, { cwd: directory, shell: process.platform === "win32" });
  if (code !== 0) {
    console.error(
      "The Firebase Auth Emulator could not be installed. It needs the npm registry once; with FIREBASE_PROJECT_ID and FIREBASE_API_KEY a real project is used instead.",
    );
    process.exit(1);
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await installEmulator();
