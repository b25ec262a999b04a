import { mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig } from "@playwright/test";
import { japanese } from "./scripts/japaneseChromium.ts";
import { allServers, ownServer, WORKERS } from "./tests/e2e/support/servers.ts";

// Each worker reads the config again; the first reading chooses the directory.
process.env.E2E_DATA_DIR ??= mkdtempSync(join(tmpdir(), "ki-e2e-"));

/**
 * Features that Chromium must not have. The last such list counts, so that Playwright's own
 * (chromiumSwitches.ts) is repeated here.
 */
const withoutFeatures = [
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
  "PreconnectToSearch",
  // Pages of the browser's own window, and a spare process, which the tests do not see.
  "WebUIOmniboxPopup",
  "PreloadTopChromeWebUI",
  "InitialWebUI",
  "WebUIReloadButton",
  "SpareRendererForSitePerProcess",
];

/** Flags to run Chromium as root, without a network of its own, and with little to draw. */
const chromiumFlags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-software-rasterizer",
  "--disable-gpu-compositing",
  "--disable-gpu-rasterization",
  `--disable-features=${withoutFeatures}`,
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Dates are typed here, in the order of fields that only a browser with Japanese texts has. */
const typesDates = /\/contracts\.spec\.ts/;

const executablePath = process.env.CHROMIUM_PATH;
/** The browser without windows spends a fifth less, but lacks the Japanese texts. */
const windowless = process.env.CHROMIUM_SHELL_PATH ?? executablePath;
const launchOptions = { args: [...chromiumFlags, ...japanese.args], env: japanese.env };

export default defineConfig({
  testDir: "tests/e2e",
  outputDir: "test-results",
  workers: WORKERS,
  // The machine may do other things besides: only a failure waits for so long.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  forbidOnly: Boolean(process.env.CI),
  // A slow machine must not fail good work; the report names the retried tests.
  retries: process.env.CI ? 1 : 0,
  reporter: process.env.CI ? [["list"], ["json", { outputFile: "test-results/e2e.json" }]] : "list",
  use: {
    baseURL: ownServer().url,
    locale: "ja-JP",
    timezoneId: "Asia/Tokyo",
    // Recording every step costs a fifth of the time, so only retries are recorded.
    trace: "on-first-retry",
    screenshot: "only-on-failure",
    launchOptions: { ...launchOptions, ...(windowless ? { executablePath: windowless } : {}) },
  },
  projects: [
    { name: "signIn", testMatch: /signIn\.setup\.ts/ },
    { name: "windowless", testIgnore: typesDates, dependencies: ["signIn"] },
    {
      name: "chromium",
      testMatch: typesDates,
      dependencies: ["signIn"],
      use: { launchOptions: { ...launchOptions, ...(executablePath ? { executablePath } : {}) } },
    },
  ],
  webServer: allServers().map(({ port, url, dataDir, printed }) => {
    mkdirSync(dataDir, { recursive: true });
    return {
      // The tests read the mails that the server prints. It lives too short to repay the compilation
      // of optimized code for PGlite.
      command: `exec node --liftoff-only dist/server/main.js > "${printed}"`,
      url: `${url}/readyz`,
      timeout: 180_000,
      gracefulShutdown: { signal: "SIGTERM", timeout: 15_000 },
      env: {
        PORT: String(port),
        DATA_DIR: dataDir,
        LOG_LEVEL: "warn",
        // All tests are a few people, and a machine that is busy makes each request count for longer.
        RATE_LIMIT_PER_MINUTE: "12000",
      },
    };
  }),
});
