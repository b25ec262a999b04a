import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { reloadForNewBuild } from "../../../src/layout/newBuild.ts";
import { pageLoad } from "../../../src/providers/pageLoad.ts";

const again = vi.fn();
const server = vi.fn();

/** Resolves when the tab has decided what to do about it. */
async function missFile() {
  window.dispatchEvent(new Event("vite:preloadError"));
  await Promise.resolve(server.mock.results.at(-1)?.value).catch(() => {});
}

beforeAll(reloadForNewBuild);
beforeEach(() => {
  sessionStorage.clear();
  again.mockReset();
  server.mockReset().mockResolvedValue(new Response());
  vi.stubGlobal("fetch", server);
  vi.spyOn(pageLoad, "again").mockImplementation(again);
  vi.useFakeTimers({ toFake: ["Date"] });
});

describe("a tab left open over a deployment", () => {
  it("loads the page anew when a file of its build is gone", async () => {
    await missFile();
    expect(again).toHaveBeenCalledTimes(1);
  });

  it("does not go round in circles when the file is missing still", async () => {
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
    server.mockResolvedValue(new Response());
    await missFile();
    expect(again).toHaveBeenCalledTimes(1);
  });
});
