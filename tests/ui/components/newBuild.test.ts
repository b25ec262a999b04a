import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { reloadForNewBuild } from "../../../src/layout/newBuild.ts";
import { pageLoad } from "../../../src/providers/pageLoad.ts";

const again = vi.fn();
const missFile = () => window.dispatchEvent(new Event("vite:preloadError"));

beforeAll(reloadForNewBuild);
beforeEach(() => {
  sessionStorage.clear();
  again.mockReset();
  vi.spyOn(pageLoad, "again").mockImplementation(again);
  vi.useFakeTimers({ toFake: ["Date"] });
});

describe("a tab left open over a deployment", () => {
  it("loads the page anew when a file of its build is gone", () => {
    missFile();
    expect(again).toHaveBeenCalledTimes(1);
  });

  it("does not go round in circles when the file is missing still", () => {
    missFile();
    vi.setSystemTime(Date.now() + 59_000);
    missFile();
    expect(again).toHaveBeenCalledTimes(1);
    vi.setSystemTime(Date.now() + 2_000);
    missFile();
    expect(again).toHaveBeenCalledTimes(2);
  });
});
