import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { reloadForNewBuild } from "../../../src/layout/newBuild.ts";
import { pageLoad } from "../../../src/providers/start/pageLoad.ts";

const again = vi.fn();
const server = vi.fn();

const pageOf = (build: string) => `<script type="module" src="/assets/index-${build}.js"></script>`;

/** Resolves when the tab has decided whether to reload. */
async function missFile() {
  window.dispatchEvent(new Event("vite:preloadError"));
  await new Promise((resolve) => setTimeout(resolve));
}

const answers = (text: string, status = 200) =>
  server.mockImplementation(async () => new Response(text, { status }));

beforeAll(() => {
  // The build of this tab.
  document.head.insertAdjacentHTML("beforeend", pageOf("old"));
  reloadForNewBuild();
});
afterAll(() => {
  document.head.querySelector("script")?.remove();
  vi.unstubAllGlobals();
});
beforeEach(() => {
  sessionStorage.clear();
  again.mockReset();
  server.mockReset();
  answers(pageOf("new"));
  vi.stubGlobal("fetch", server);
  vi.spyOn(pageLoad, "again").mockImplementation(again);
  vi.useFakeTimers({ toFake: ["Date"] });
});

describe("a tab left open over a deployment", () => {
  it("reloads the page when a file of its build is gone", async () => {
    await missFile();
    expect(again).toHaveBeenCalledTimes(1);
  });

  it("does not reload in a loop when the file is still missing", async () => {
    await missFile();
    vi.setSystemTime(Date.now() + 59_000);
    await missFile();
    expect(again).toHaveBeenCalledTimes(1);
    vi.setSystemTime(Date.now() + 2_000);
    await missFile();
    expect(again).toHaveBeenCalledTimes(2);
  });

  it("stays where it is while nobody answers", async () => {
    server.mockRejectedValue(new TypeError("Failed to fetch"));
    await missFile();
    expect(again).not.toHaveBeenCalled();
    answers("Bad Gateway", 502);
    await missFile();
    expect(again).not.toHaveBeenCalled();
    answers(pageOf("new"));
    await missFile();
    expect(again).toHaveBeenCalledTimes(1);
  });

  it("requests a file that its own build still has again, before it reloads the page", async () => {
    vi.setSystemTime(Date.now() + 3_600_000);
    answers(pageOf("old"));
    await missFile();
    expect(again).not.toHaveBeenCalled();
    vi.setSystemTime(Date.now() + 61_000);
    await missFile();
    expect(again).not.toHaveBeenCalled();
    vi.setSystemTime(Date.now() + 59_000);
    await missFile();
    expect(again).toHaveBeenCalledTimes(1);
  });

  it("removes a style that did not arrive, so that it is requested again", () => {
    const style = document.createElement("link");
    document.head.append(style);
    style.dispatchEvent(new Event("error"));
    expect(style.isConnected).toBe(false);
  });
});
