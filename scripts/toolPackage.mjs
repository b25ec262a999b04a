import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { runCommand } from "./runCommand.mjs";

export const toolDirectory = (name) => join(import.meta.dirname, "..", "tools", name);

function isInstalled(directory) {
  const readJson = (path) => JSON.parse(readFileSync(join(directory, path), "utf8"));
  // npm writes this file last, so an interrupted install lacks it.
  if (!existsSync(join(directory, "node_modules", ".package-lock.json"))) return false;
  return Object.entries(readJson("package.json").dependencies).every(([name, version]) => {
    const manifest = join("node_modules", name, "package.json");
    return existsSync(join(directory, manifest)) && readJson(manifest).version === version;
  });
}

export async function installTool(name, announcement, options = []) {
  const cwd = toolDirectory(name);
  if (isInstalled(cwd)) return true;
  console.log(announcement);
  const parameters = ["ci", "--ignore-scripts", "--loglevel=error", ...options];
  const npm = process.env.npm_execpath;
  const code = npm
    ? await runCommand(process.execPath, [npm, ...parameters], { cwd })
    : await runCommand("npm", parameters, { cwd, shell: process.platform === "win32" });
  return code === 0;
}
