import { render, screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { unavailable } from "../../../server/problem.ts";
import { LoginPage } from "../../../src/login/LoginPage.tsx";
import { unlessAway } from "../../../src/login/unlessAway.ts";
import { identityService } from "../../../src/providers/signIn/identity.ts";
import { outOfReach, refuses, serverLost, signsIn } from "./identityServer.ts";
import { seen, signIn, signInPageServer } from "./signInPage.tsx";

const { api, server } = signInPageServer();

const NETWORK = "ネットワークエラーが発生しました。通信環境をご確認ください。";
const AWAY = "現在サービスに接続できません。しばらくしてからお試しください。";
const RELAYED = "現在サービスに接続できません。5秒後にお試しください。";

const readiness = (status: string, missing: object = {}) =>
  http.get("/readyz", () => HttpResponse.json({ status, ...missing }));
const relayedAway = `NETWORK_REQUEST_FAILED : ${RELAYED}`;

describe("a sign-in without the identity service", () => {
  it("shows the sentence of the server that answers in its place", async () => {
    server.use(refuses("signInWithPassword", relayedAway));
    await signIn();
    expect((await screen.findByRole("alert")).textContent).toBe(RELAYED);
  });

  it("does not blame the network while our own server answers", async () => {
    server.use(outOfReach, readiness("ready"));
    await signIn();
    expect((await screen.findByRole("alert")).textContent).toBe(AWAY);
  });

  it("speaks of the network where nothing answers", async () => {
    server.use(outOfReach, serverLost);
    await signIn();
    expect((await screen.findByRole("alert")).textContent).toBe(NETWORK);
  });

  it("shows the sentence of the API, which could not check the sign-in", async () => {
    server.use(...signsIn("u1"));
    api.refuse("GET /users/me", unavailable());
    await signIn();
    expect((await screen.findByRole("alert")).textContent).toBe(RELAYED);
  });
});

describe("who is signed in already", () => {
  beforeEach(async () => {
    server.use(...signsIn("u1"));
    await (await identityService()).signInWithPassword("staff@example.com", "password");
  });

  it.each([
    ["the identity service is away", () => api.refuse("GET /users/me", unavailable()), RELAYED],
    ["there is no network", () => api.cutOff("GET /users/me"), NETWORK],
  ])("is told, and not signed out, while %s", async (_, fails, sentence) => {
    fails();
    render(<LoginPage />);
    expect(await screen.findByText(sentence)).toBeVisible();
    expect((await identityService()).currentUserId()).not.toBeNull();
  });

  it("goes on by the form all the same", async () => {
    await signIn();
    await waitFor(() => expect(seen.replaced).toContain("/"));
  });
});

describe("work that takes long", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
  afterEach(() => void vi.useRealTimers());

  const never = () => new Promise<void>(() => {});

  it("is given up once the server says that the service is away, and is told so", async () => {
    server.use(readiness("degraded", { identity: "unavailable" }));
    const signals: AbortSignal[] = [];
    const given = expect(
      unlessAway((signal) => {
        signals.push(signal);
        return never();
      }),
    ).rejects.toThrow(AWAY);
    await vi.advanceTimersByTimeAsync(5_999);
    expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
    await vi.advanceTimersByTimeAsync(1);
    await given;
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  });

  it.each([["ready"], ["answers without a word that we know"]])(
    "goes on while the service is there: %s",
    async (status) => {
      server.use(readiness(status));
      let finish = () => {};
      let done = false;
      const work = unlessAway(
        () =>
          new Promise<void>((resolve) => {
            finish = resolve;
          }),
      ).then(() => {
        done = true;
      });
      await vi.advanceTimersByTimeAsync(20_000);
      expect(done).toBe(false);
      finish();
      await work;
    },
  );

  it("that fails meanwhile fails as itself", async () => {
    server.use(readiness("ready"));
    const failing = unlessAway(async () => {
      await new Promise((resolve) => setTimeout(resolve, 8_000));
      throw new Error("wrong password");
    });
    const given = expect(failing).rejects.toThrow("wrong password");
    await vi.advanceTimersByTimeAsync(8_000);
    await given;
  });
});
