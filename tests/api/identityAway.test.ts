import { beforeEach, describe, expect, it, vi } from "vitest";
import { IdentityUnavailableError, TokenInvalidError } from "../../server/identity/identity.ts";
import { VerifiedTokens } from "../../server/identity/verifiedTokens.ts";
import { gate } from "../support/gate.ts";

const MINUTE = 60_000;

describe("what is remembered while the identity service is away", () => {
  let time: number;
  let tokens: VerifiedTokens;
  const signedIn = {
    uid: "u1",
    email: null,
    userName: null,
    provider: "password",
    authTime: new Date(0),
    hasSecondFactor: false,
  };
  const ask = vi.fn(async () => ({ ...signedIn, expiresAt: new Date(60 * MINUTE) }));
  const away = () => Promise.reject(new IdentityUnavailableError("away"));
  const refused = (reason: "revoked" | "expired") => () =>
    Promise.reject(new TokenInvalidError(reason));

  beforeEach(async () => {
    time = 0;
    tokens = new VerifiedTokens(() => time);
    ask.mockReset().mockResolvedValue({ ...signedIn, expiresAt: new Date(60 * MINUTE) });
    await tokens.verify("t", ask);
  });

  const verify = () => tokens.verify("t", ask);
  const isUnavailable = () => expect(verify()).rejects.toBeInstanceOf(IdentityUnavailableError);

  it("holds for 15 minutes after the last look-up", async () => {
    ask.mockImplementation(away);
    for (time of [MINUTE, 5 * MINUTE, 15 * MINUTE - 1]) expect((await verify()).uid).toBe("u1");
    time = 15 * MINUTE;
    await isUnavailable();
  });

  it("does not hold beyond the expiry of the token", async () => {
    time = 50 * MINUTE;
    await verify();
    ask.mockImplementation(away);
    time = 60 * MINUTE - 1;
    await verify();
    time = 60 * MINUTE;
    await isUnavailable();
  });

  it("does not hold for a user who was forgotten, before the service went away or since", async () => {
    ask.mockImplementation(away);
    time = MINUTE;
    await verify();
    tokens.forget("u1");
    await isUnavailable();
  });

  it("does not hold for a user who is forgotten while the service is being asked", async () => {
    const service = gate();
    ask.mockImplementation(async () => {
      await service.passed;
      return away();
    });
    time = MINUTE;
    const waiting = isUnavailable();
    tokens.forget("u1");
    service.open();
    await waiting;
  });

  it("does not hold for a user whom the service has refused", async () => {
    time = MINUTE;
    ask.mockImplementation(refused("revoked"));
    await expect(verify()).rejects.toBeInstanceOf(TokenInvalidError);
    ask.mockImplementation(away);
    await isUnavailable();
  });

  it("admits no new sign-in", async () => {
    ask.mockImplementation(away);
    time = MINUTE;
    await verify();
    await expect(tokens.verify("new", ask)).rejects.toBeInstanceOf(IdentityUnavailableError);
  });

  it("lets no request wait once one has found the service hanging, and asks every 10 s", async () => {
    time = MINUTE;
    ask.mockImplementation(away);
    await verify();
    const service = gate();
    ask.mockReset().mockImplementation(async () => {
      await service.passed;
      return away();
    });
    time += 9_999;
    for (let request = 0; request < 100; request += 1) await verify();
    expect(ask).not.toHaveBeenCalled();
    time += 1;
    for (let request = 0; request < 100; request += 1) await verify();
    expect(ask).toHaveBeenCalledTimes(1);
    // A token that is not sent to the service says nothing about it.
    await expect(tokens.verify("old", refused("expired"))).rejects.toThrow(TokenInvalidError);
    await verify();
    expect(ask).toHaveBeenCalledTimes(1);
    service.open();
  });

  it("is checked again once the service is back, and what it refuses then ends", async () => {
    time = MINUTE;
    ask.mockImplementation(away);
    await verify();
    time += 10_000;
    ask.mockReset().mockImplementation(refused("revoked"));
    await verify();
    await expect(verify()).rejects.toBeInstanceOf(TokenInvalidError);
  });

  it("is checked once a minute again when the service is back", async () => {
    time = MINUTE;
    ask.mockImplementation(away);
    await verify();
    time += 10_000;
    ask.mockReset().mockResolvedValue({ ...signedIn, expiresAt: new Date(60 * MINUTE) });
    await verify();
    await verify();
    time += MINUTE - 1;
    await verify();
    expect(ask).toHaveBeenCalledTimes(1);
    time += 1;
    await verify();
    expect(ask).toHaveBeenCalledTimes(2);
  });
});
