import { type Browser, chromium, type Page } from "@playwright/test";
import { findChromium } from "../scripts/findChromium.ts";

/** How many times slower than this machine the pages run. */
export const SLOWER = 4;
const BYTES_PER_SECOND = 1_000_000;

export async function openBrowser(): Promise<Browser> {
  const { path } = await findChromium();
  return chromium.launch({
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking"],
    ...(path ? { executablePath: path } : {}),
  });
}

export async function slowDown(page: Page): Promise<void> {
  const protocol = await page.context().newCDPSession(page);
  await protocol.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
}

/** 8 Mbit/s in both directions; each request waits `latency` ms. */
export async function slowNetwork(page: Page, latency: number): Promise<void> {
  const protocol = await page.context().newCDPSession(page);
  await protocol.send("Network.enable");
  await protocol.send("Network.emulateNetworkConditions", {
    offline: false,
    latency,
    downloadThroughput: BYTES_PER_SECOND,
    uploadThroughput: BYTES_PER_SECOND,
  });
}
