import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "@playwright/test";
import { MissingPart } from "./missingPart.ts";

const DOWNLOADS = "https://cdn.playwright.dev";
/** The one without windows first: as Playwright's own, it takes two thirds of the time. */
const systemNames = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
];
const wellKnown = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

export interface Chromium {
  path: string | undefined;
}

/** Tries CHROMIUM_PATH, Playwright's own, the system's and apt-get. Throws MissingPart. */
export async function findChromium(): Promise<Chromium> {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (await starts(named)) return { path: named };
    throw missing(`CHROMIUM_PATH=${named}`);
  }
  if (await playwrightsOwn()) return { path: undefined };
  for (const path of systemsOwn()) if (await starts(path)) return { path };
  if (installByApt()) for (const path of systemsOwn()) if (await starts(path)) return { path };
  throw missing("Chromium");
}

async function playwrightsOwn(): Promise<boolean> {
  if (!existsSync(chromium.executablePath())) {
    if (!(await canDownload())) return false;
    console.log("Fetching Playwright's Chromium ...");
    spawnSync("npx", ["playwright", "install", "chromium"], { stdio: "inherit" });
  }
  return starts(undefined);
}

async function canDownload(): Promise<boolean> {
  try {
    await fetch(DOWNLOADS, { method: "HEAD", signal: AbortSignal.timeout(3_000) });
    return true;
  } catch {
    return false;
  }
}

function systemsOwn(): string[] {
  const directories = (process.env.PATH ?? "").split(delimiter);
  const onPath = systemNames.flatMap((name) => directories.map((dir) => join(dir, name)));
  return [...onPath, ...wellKnown].filter((path) => existsSync(path));
}

/** An installed browser may still lack system libraries. */
async function starts(executablePath: string | undefined): Promise<boolean> {
  try {
    const browser = await chromium.launch({
      args: ["--no-sandbox", "--disable-gpu"],
      ...(executablePath ? { executablePath } : {}),
    });
    await browser.close();
    return true;
  } catch {
    return false;
  }
}

function installByApt(): boolean {
  const isDebian =
    existsSync("/etc/os-release") &&
    /^ID(_LIKE)?=.*debian/m.test(readFileSync("/etc/os-release", "utf8"));
  if (!isDebian || process.getuid?.() !== 0) return false;
  console.log("Installing Chromium and Japanese fonts by apt-get ...");
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  try {
    execFileSync("apt-get", ["update", "-qq"], { stdio: "inherit", env });
    for (const name of ["chromium-headless-shell", "chromium"]) {
      const packages = [name, "fonts-noto-cjk"];
      const options = ["install", "-y", "-qq", "--no-install-recommends"];
      const { status } = spawnSync("apt-get", [...options, ...packages], { stdio: "inherit", env });
      if (status === 0) return true;
    }
    return false;
  } catch {
    return false;
  }
}

function missing(what: string): MissingPart {
  return new MissingPart(
    `${what}: no browser that can be started. Install one (npx playwright install --with-deps chromium, or your system's chromium or google-chrome), or name it in CHROMIUM_PATH.`,
  );
}
