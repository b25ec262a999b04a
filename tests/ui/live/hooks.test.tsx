import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { act, render, screen, waitFor } from "@testing-library/react";
import { type ReactNode, StrictMode } from "react";
import { CoreAdminContext, HttpError } from "react-admin";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createSubscriptions, type LiveMethods } from "../../../src/providers/live/createLive.ts";
import { crowd } from "../../../src/providers/live/crowd.ts";
import { type EditLockHandle, useEditLock } from "../../../src/providers/live/useEditLock.ts";
import { useLiveReads, useSubscribe } from "../../../src/providers/live/useLiveReads.ts";
import { NO_PROFILE, userProfile } from "../../../src/providers/signIn/userProfile.ts";
import { lockServer } from "./lockServer.ts";

const subscriptions = createSubscriptions(() => {});
const live: LiveMethods = {
  subscribe: async (topic, hear) => subscriptions.add(topic, hear),
  unsubscribe: async (topic, hear) => subscriptions.remove(topic, hear),
};
let queryClient: QueryClient;

beforeEach(() => {
  queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  userProfile.set({ ...NO_PROFILE, userId: "sato" });
});
afterEach(() => {
  userProfile.clear();
  crowd.setOpen(0);
});

const happens = (topic: string) =>
  act(async () => subscriptions.deliver({ topic, type: "updated", payload: { ids: [3] } }));

function show(children: ReactNode, methods: object = live) {
  const tree = (content: ReactNode) => (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <CoreAdminContext dataProvider={{ ...inert, ...methods }} queryClient={queryClient}>
          {content}
        </CoreAdminContext>
      </QueryClientProvider>
    </StrictMode>
  );
  const { rerender, unmount } = render(tree(children));
  return { rerender: (next: ReactNode) => rerender(tree(next)), unmount };
}

describe("useSubscribe", () => {
  it("calls what the component last passed, while it shows", async () => {
    const heard: string[] = [];
    const Ear = ({ name, topic }: { name: string; topic: string }) => {
      useSubscribe(topic, (event) => heard.push(`${name} ${event.topic}`));
      return null;
    };
    const { rerender } = show(<Ear name="first" topic="resource/users" />);
    await happens("resource/users/u1");
    rerender(<Ear name="second" topic="resource/users" />);
    await happens("resource/users/u2");
    rerender(<Ear name="third" topic="resource/workspaces" />);
    await happens("resource/users/u3");
    await happens("resource/workspaces/4");
    rerender(null);
    await happens("resource/workspaces/5");
    expect(heard).toEqual([
      "first resource/users/u1",
      "second resource/users/u2",
      "third resource/workspaces/4",
    ]);
  });
});

describe("useLiveReads", () => {
  let reads = 0;
  let answer = async () => {};
  function Page() {
    useLiveReads("lock/dictionaries", "dictionaries");
    useQuery({
      queryKey: ["dictionaries", "getList"],
      queryFn: async () => {
        reads += 1;
        await answer();
        return reads;
      },
    });
    return null;
  }
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

  beforeEach(() => {
    reads = 0;
    answer = async () => {};
    vi.useFakeTimers();
  });

  it("reads a page once for what happens within 200 ms", async () => {
    show(<Page />);
    await pass(0);
    expect(reads).toBe(1);
    for (let id = 0; id < 30; id += 1) await happens(`lock/dictionaries/${id}`);
    await pass(199);
    expect(reads).toBe(1);
    await pass(1);
    expect(reads).toBe(2);
    await pass(10_000);
    expect(reads).toBe(2);
    await happens("lock/dictionaries/1");
    await pass(200);
    expect(reads).toBe(3);
  });

  it("lets a slow answer arrive, and then reads what happened meanwhile", async () => {
    show(<Page />);
    await pass(0);
    answer = () => new Promise((resolve) => setTimeout(resolve, 3_000));
    for (let seconds = 0; seconds < 30; seconds += 1) {
      await happens("lock/dictionaries/1");
      await pass(1_000);
    }
    expect(queryClient.getQueryData(["dictionaries", "getList"])).toBeGreaterThan(5);
    await pass(10_000);
    const settled = reads;
    await pass(10_000);
    expect(reads).toBe(settled);
  });

  it("reads once more for what happens during a reading, though nothing happens after", async () => {
    show(<Page />);
    await pass(0);
    answer = () => new Promise((resolve) => setTimeout(resolve, 3_000));
    await happens("lock/dictionaries/1");
    await pass(1_000);
    expect(reads).toBe(2);
    await happens("lock/dictionaries/1");
    await happens("lock/dictionaries/2");
    await pass(2_200);
    expect(reads).toBe(2);
    await pass(200);
    expect(reads).toBe(3);
    await pass(30_000);
    expect(reads).toBe(3);
  });

  it("reads at most once a second, however much happens", async () => {
    show(<Page />);
    await pass(0);
    for (let tenths = 0; tenths < 100; tenths += 1) {
      await happens("lock/dictionaries/1");
      await pass(100);
    }
    expect(reads).toBeGreaterThanOrEqual(10);
    expect(reads).toBeLessThanOrEqual(11);
  });

  it("reads within 3 s, at a moment of its own, where 1,000 screens are open", async () => {
    const random = vi.spyOn(Math, "random").mockReturnValue(0.5);
    crowd.setOpen(1_000);
    show(<Page />);
    await pass(0);
    for (let id = 0; id < 30; id += 1) await happens(`lock/dictionaries/${id}`);
    await pass(1_699);
    expect(reads).toBe(1);
    await pass(1);
    expect(reads).toBe(2);
    random.mockReturnValue(0);
    await happens("lock/dictionaries/1");
    // As far apart as the reads of all screens are spread.
    await pass(2_999);
    expect(reads).toBe(2);
    await pass(1);
    expect(reads).toBe(3);
  });

  it("reads within a second where few screens are open", async () => {
    vi.spyOn(Math, "random").mockReturnValue(1);
    crowd.setOpen(200);
    show(<Page />);
    await pass(0);
    await happens("lock/dictionaries/1");
    await pass(800);
    expect(reads).toBe(2);
  });

  it("reads the person's own change at once, however many screens are open", async () => {
    vi.spyOn(Math, "random").mockReturnValue(0.9);
    crowd.setOpen(1_000);
    show(<Page />);
    await pass(0);
    await happens("lock/dictionaries/1");
    await pass(1_000);
    crowd.wrote();
    for (let id = 0; id < 3; id += 1) await happens(`lock/dictionaries/${id}`);
    await pass(199);
    expect(reads).toBe(1);
    await pass(1);
    expect(reads).toBe(2);
    await pass(5_000);
    await happens("lock/dictionaries/1");
    await pass(2_000);
    expect(reads).toBe(2);
  });

  it("reads nothing for what happens elsewhere, or after the page was left", async () => {
    const { rerender } = show(<Page />);
    await pass(0);
    await happens("resource/dictionaries/3");
    await pass(1_000);
    await happens("lock/dictionaries/3");
    rerender(null);
    await pass(1_000);
    expect(reads).toBe(1);
  });
});

describe("a read that the server refuses", () => {
  let reads = 0;
  let answer = async (): Promise<string> => "";
  const seen: { data: string | undefined; error: string | undefined }[] = [];
  function Page() {
    useLiveReads("lock/dictionaries", "dictionaries");
    const { data, error } = useQuery({
      queryKey: ["dictionaries", "getList"],
      queryFn: () => {
        reads += 1;
        return answer();
      },
    });
    seen.push({ data, error: error?.message });
    return null;
  }
  const refusal = (status: number, retryAfterSeconds?: number) => async () => {
    throw Object.assign(new HttpError("refused", status), { retryAfterSeconds });
  };
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

  beforeEach(() => {
    reads = 0;
    seen.length = 0;
    answer = async () => `read ${reads}`;
    vi.useFakeTimers();
  });

  it.each([429, 503])(
    "is repeated when the server says, and shows no error: %s",
    async (status) => {
      show(<Page />);
      await pass(0);
      answer = refusal(status, 5);
      await happens("lock/dictionaries/1");
      await pass(200);
      expect(reads).toBe(2);
      await pass(4_999);
      expect(reads).toBe(2);
      await pass(1);
      expect(reads).toBe(3);
      expect(seen.at(-1)).toEqual({ data: "read 1", error: undefined });
      answer = async () => `read ${reads}`;
      await pass(5_010);
      expect(seen.at(-1)).toEqual({ data: "read 4", error: undefined });
      await pass(60_000);
      expect(reads).toBe(4);
      expect(seen.filter(({ error }) => error)).toEqual([]);
    },
  );

  it("repeats nothing that was refused without a time, or failed otherwise", async () => {
    show(<Page />);
    await pass(0);
    for (const failed of [refusal(503), refusal(500, 5), refusal(404)]) {
      const before = reads;
      answer = failed;
      await happens("lock/dictionaries/1");
      await pass(60_000);
      expect(reads).toBe(before + 1);
      expect(seen.at(-1)).toEqual({ data: "read 1", error: "refused" });
    }
  });

  it("shows its error at once if it is the first of a screen", async () => {
    answer = refusal(503, 5);
    show(<Page />);
    await pass(0);
    expect(seen.at(-1)).toEqual({ data: undefined, error: "refused" });
    await happens("lock/dictionaries/1");
    await pass(60_000);
    expect(reads).toBe(2);
    expect(seen.at(-1)).toEqual({ data: undefined, error: "refused" });
  });

  it("shows its error at once if a person asked for it, also while another is waiting", async () => {
    show(<Page />);
    await pass(0);
    answer = refusal(503, 5);
    await happens("lock/dictionaries/1");
    await pass(1_000);
    expect(reads).toBe(2);
    await act(async () => void queryClient.refetchQueries());
    await pass(0);
    expect(reads).toBe(3);
    expect(seen.at(-1)).toEqual({ data: "read 1", error: "refused" });
    await pass(60_000);
    expect(reads).toBe(3);
  });

  it("is not repeated after the page was left", async () => {
    const { rerender } = show(<Page />);
    await pass(0);
    answer = refusal(503, 5);
    await happens("lock/dictionaries/1");
    await pass(1_000);
    rerender(null);
    await pass(60_000);
    expect(reads).toBe(2);
  });
});

describe("useEditLock", () => {
  let handle: EditLockHandle;
  function Editor({ id }: { id: number }) {
    handle = useEditLock("dictionaries", id);
    return <p>{handle.lock.state}</p>;
  }

  it("shows the lock as it changes, and lets go when the screen is left", async () => {
    const server = lockServer();
    const { rerender } = show(<Editor id={3} />, server.tab("sato", "佐藤 花子"));
    expect(await screen.findByText("free")).toBeVisible();
    await act(() => handle.begin());
    expect(screen.getByText("mine")).toBeVisible();
    rerender(<Editor id={3} />);
    expect(server.holder()).toBe("sato");
    rerender(null);
    await waitFor(() => expect(server.holder()).toBeNull());
    expect(server.listeners.size).toBe(0);
  });

  it("begins once where a screen begins by itself", async () => {
    const server = lockServer();
    show(<Editor id={3} />, server.tab("sato", "佐藤 花子"));
    await act(async () => {
      await Promise.all([handle.begin(), handle.begin()]);
    });
    expect(server.calls.filter((call) => call === "lock")).toHaveLength(1);
  });

  it("lets go of one record when another is shown", async () => {
    const server = lockServer();
    const { rerender } = show(<Editor id={3} />, server.tab("sato", "佐藤 花子"));
    await act(() => handle.begin());
    rerender(<Editor id={4} />);
    await waitFor(() => expect(server.holder()).toBeNull());
  });
});

const never = () => new Promise<never>(() => {});
const inert = {
  getList: never,
  getOne: never,
  getMany: never,
  getManyReference: never,
  create: never,
  update: never,
  updateMany: never,
  delete: never,
  deleteMany: never,
};
