import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { act, render, screen, waitFor } from "@testing-library/react";
import { type ReactNode, StrictMode } from "react";
import { CoreAdminContext } from "react-admin";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { LiveMethods } from "../../../src/providers/live/createLive.ts";
import { createSubscriptions } from "../../../src/providers/live/subscriptions.ts";
import { type EditLockHandle, useEditLock } from "../../../src/providers/live/useEditLock.ts";
import { useLiveReads } from "../../../src/providers/live/useLiveReads.ts";
import { useSubscribe } from "../../../src/providers/live/useSubscribe.ts";
import { NO_PROFILE, userProfile } from "../../../src/providers/userProfile.ts";
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
afterEach(() => userProfile.clear());

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
