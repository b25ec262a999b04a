import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "@playwright/test";
import { japanese } from "./japaneseChromium.ts";
import { MissingPart } from "./missingPart.ts";

const DOWNLOADS = "https://cdn.playwright.dev";
const shellName = "chromium-headless-shell";
const systemNames = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const wellKnown = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

export interface Chromium {
  path: string;
  /** The same without windows, if there is one; it lacks the Japanese texts. */
  shellPath: string | undefined;
}

/** Tries CHROMIUM_PATH, installed ones, apt-get and Playwright's download. Throws MissingPart. */
export async function findChromium(): Promise<Chromium> {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (await startsInJapanese(named)) return { path: named, shellPath: undefined };
    throw missing(`CHROMIUM_PATH=${named}`);
  }
  const path =
    (await installed()) ??
    (installByApt() ? await installed() : undefined) ??
    ((await download()) ? await installed() : undefined);
  if (!path) throw missing("Chromium");
  return { path, shellPath: onPath([shellName]).find(existsSync) };
}

function onPath(names: readonly string[]): string[] {
  const directories = (process.env.PATH ?? "").split(delimiter);
  return names.flatMap((name) => directories.map((directory) => join(directory, name)));
}

/** Playwright's own (not its headless shell, which lacks the Japanese texts) or the system's. */
async function installed(): Promise<string | undefined> {
  for (const path of [chromium.executablePath(), ...onPath(systemNames), ...wellKnown]) {
    if (existsSync(path) && (await startsInJapanese(path))) return path;
  }
  return undefined;
}

async function download(): Promise<boolean> {
  if (existsSync(chromium.executablePath()) || !(await canDownload())) return false;
  console.log("Fetching Playwright's Chromium ...");
  return spawnSync("npx", ["playwright", "install", "chromium"], { stdio: "inherit" }).status === 0;
}

async function canDownload(): Promise<boolean> {
  try {
    await fetch(DOWNLOADS, { method: "HEAD", signal: AbortSignal.timeout(3_000) });
    return true;
  } catch {
    return false;
  }
}

/** An installed browser may still lack system libraries or the Japanese texts. */
async function startsInJapanese(executablePath: string): Promise<boolean> {
  try {
    const browser = await chromium.launch({
      executablePath,
      args: ["--no-sandbox", "--disable-gpu", ...japanese.args],
      env: japanese.env,
    });
    const page = await browser.newPage();
    await page.setContent("<input required>");
    const message = await page
      .getByRole("textbox")
      .evaluate((input: HTMLInputElement) => input.validationMessage);
    await browser.close();
    return /\p{Script=Hiragana}/u.test(message);
  } catch {
    return false;
  }
}

function installByApt(): boolean {
  const isDebian =
    existsSync("/etc/os-release") &&
    /^ID(_LIKE)?=.*debian/m.test(readFileSync("/etc/os-release", "utf8"));
  if (!isDebian || process.getuid?.() !== 0) return false;
  console.log("Installing a Japanese Chromium and fonts by apt-get ...");
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  try {
    execFileSync("apt-get", ["update", "-qq"], { stdio: "inherit", env });
    const packages = ["chromium", "chromium-l10n", "fonts-noto-cjk"];
    const options = ["install", "-y", "-qq", "--no-install-recommends"];
    execFileSync("apt-get", [...options, ...packages], { stdio: "inherit", env });
    // Not every release has it.
    spawnSync("apt-get", [...options, shellName], { stdio: "inherit", env });
    return true;
  } catch {
    return false;
  }
}

function missing(what: string): MissingPart {
  return new MissingPart(
    `${what}: no browser that can be started in Japanese. Install one (npx playwright install --with-deps chromium, or your system's google-chrome or chromium, on Debian with chromium-l10n), or name it in CHROMIUM_PATH.`,
  );
}
