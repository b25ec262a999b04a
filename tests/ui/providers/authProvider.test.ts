import { HttpResponse, http } from "msw";
import { HttpError } from "react-admin";
import { beforeEach, describe, expect, it, vi } from "vitest";
import {
  createAdminAuthProvider,
  createStaffAuthProvider,
} from "../../../src/providers/authProvider.ts";
import { draftKey, keepDraft, readDraft } from "../../../src/providers/drafts.ts";
import { takeFlash } from "../../../src/providers/flash.ts";
import { createHttpClient } from "../../../src/providers/httpClient.ts";
import { pageLoad } from "../../../src/providers/pageLoad.ts";
import { NetworkError } from "../../../src/providers/send.ts";
import { NO_PROFILE, userProfile } from "../../../src/providers/userProfile.ts";
import { apiServer, pageAt } from "./apiServer.ts";

const identity = vi.hoisted(() => ({
  currentUser: vi.fn<() => object | null>(),
  signOut: vi.fn<() => Promise<void>>(),
  onSignedOut: vi.fn<(listener: () => void) => void>(),
}));
const identityService = vi.hoisted(() => vi.fn<() => Promise<typeof identity>>());
vi.mock("../../../src/providers/identity.ts", () => ({ identityService }));

const server = apiServer();
const client = createHttpClient(async () => "t");
const profile = { ...NO_PROFILE, userId: "u1", userName: "山田", organizationId: 1, email: "y@x" };
let replaced: string[] = [];

beforeEach(() => {
  replaced = [];
  vi.spyOn(pageLoad, "replace").mockImplementation((url) => {
    replaced.push(url);
  });
  identityService.mockReset().mockResolvedValue(identity);
  identity.currentUser.mockReset().mockReturnValue({ uid: "u1" });
  identity.signOut.mockReset().mockResolvedValue();
  identity.onSignedOut.mockReset();
  userProfile.clear();
  window.sessionStorage.clear();
  window.localStorage.clear();
});

const problem = (status: number, code = "UNAUTHENTICATED") =>
  HttpResponse.json({ status, code, message: "" }, { status });

const typed = { dictionaryName: "営業用語" };

describe("the staff area", () => {
  const staff = () => createStaffAuthProvider(client);
  const answerProfile = (answer: () => Response) =>
    server.use(http.get("/api/v1/users/me", answer));

  beforeEach(() => {
    pageAt("/dictionaries?page=2");
    answerProfile(() => HttpResponse.json(profile));
  });

  it("forgets what was typed when its author signs out", async () => {
    const provider = staff();
    await provider.checkAuth({});
    const key = draftKey("dictionaries", 3);
    expect(keepDraft(key, typed)).toBe(true);
    await provider.logout({});
    expect(replaced).toEqual(["/app/login"]);
    expect(window.localStorage.getItem(key)).toBeNull();
  });

  it("keeps what was typed when the session has expired", async () => {
    const provider = staff();
    await provider.checkAuth({});
    const key = draftKey("dictionaries", 3);
    keepDraft(key, typed);
    void provider.checkError(new HttpError("", 401, {}));
    await vi.waitFor(() => expect(replaced).toHaveLength(1));
    expect(readDraft(key)?.values).toEqual(typed);
  });

  it("admits a signed-in user and then knows the profile", async () => {
    const provider = staff();
    await provider.checkAuth({});
    expect(userProfile.get()).toEqual(profile);
    expect(await provider.getIdentity?.()).toEqual({ id: "u1", fullName: "山田", email: "y@x" });
    expect(await provider.getPermissions?.({})).toEqual(profile);
  });

  it("asks the server once, however many screens check", async () => {
    let asked = 0;
    answerProfile(() => {
      asked += 1;
      return HttpResponse.json(profile);
    });
    const provider = staff();
    await Promise.all([provider.checkAuth({}), provider.checkAuth({}), provider.getIdentity?.()]);
    await provider.checkAuth({});
    expect(asked).toBe(1);
  });

  it("sends a signed-out user to the sign-in page, and back here afterwards", async () => {
    identity.currentUser.mockReturnValue(null);
    const provider = staff();
    await expect(provider.checkAuth({})).rejects.toEqual({ message: false });
    expect(await provider.logout({})).toBe(false);
    expect(replaced).toEqual(["/app/login?next=%2Fdictionaries%3Fpage%3D2"]);
    expect(identity.signOut).not.toHaveBeenCalled();
  });

  it("signs out whom the server does not know (any more)", async () => {
    answerProfile(() => problem(401));
    const provider = staff();
    await expect(provider.checkAuth({})).rejects.toEqual({ message: false });
    await provider.logout({});
    expect(identity.signOut).toHaveBeenCalledOnce();
    expect(replaced).toEqual(["/app/login?next=%2Fdictionaries%3Fpage%3D2&reason=expired"]);
  });

  it("tells a disabled user so", async () => {
    answerProfile(() => problem(401, "ACCOUNT_DISABLED"));
    const provider = staff();
    await provider.checkAuth({}).catch(() => {});
    await provider.logout({});
    expect(replaced).toEqual(["/app/login?reason=disabled"]);
  });

  it.each([403, 500, 503])("does not sign out on %i", async (status) => {
    answerProfile(() => problem(status));
    await expect(staff().checkAuth({})).resolves.toBeUndefined();
  });

  it("does not sign out while the network is away, and tries again later", async () => {
    identityService.mockRejectedValueOnce(new NetworkError());
    const provider = staff();
    await provider.checkAuth({});
    expect(userProfile.get().userId).toBe("");
    await provider.checkAuth({});
    expect(userProfile.get().userId).toBe("u1");
  });

  it("leaves for the sign-in page when the identity service signs the user out by itself", async () => {
    const provider = staff();
    await provider.checkAuth({});
    const signedOut = identity.onSignedOut.mock.calls[0]?.[0];
    signedOut?.();
    expect(replaced).toEqual(["/app/login"]);
    expect(userProfile.get()).toEqual(NO_PROFILE);
  });

  it("does not leave twice when signing out tells the listener too", async () => {
    const provider = staff();
    await provider.checkAuth({});
    identity.signOut.mockImplementation(async () => identity.onSignedOut.mock.calls[0]?.[0]());
    await provider.logout({});
    expect(replaced).toEqual(["/app/login"]);
  });

  it("ends the admin session too when a system admin signs out", async () => {
    answerProfile(() => HttpResponse.json({ ...profile, isSystemAdmin: true }));
    let ended = 0;
    server.use(
      http.delete("/admin/api/v1/session", () => {
        ended += 1;
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const provider = staff();
    await provider.checkAuth({});
    await provider.logout({});
    expect(ended).toBe(1);
  });
});

describe("the admin area", () => {
  const admin = () => createAdminAuthProvider(client);
  const me = { userName: "管理 太郎", email: "sysadmin@example.com", isSystemAdmin: true };
  const answerMe = (answer: () => Response) => server.use(http.get("/admin/api/v1/me", answer));
  const endSession = (status: number) => {
    let ended = 0;
    server.use(
      http.delete("/admin/api/v1/session", () => {
        ended += 1;
        return new HttpResponse(null, { status });
      }),
    );
    return () => ended;
  };

  beforeEach(() => {
    pageAt("/admin/contracts?page=2");
    answerMe(() => HttpResponse.json(me));
  });

  it("lets in a session without loading Firebase", async () => {
    const provider = admin();
    await provider.checkAuth({});
    expect(userProfile.get()).toEqual({ ...NO_PROFILE, ...me });
    expect(identityService).not.toHaveBeenCalled();
  });

  it("sends a user without a session to the sign-in page and keeps the sign-in", async () => {
    answerMe(() => problem(401));
    const provider = admin();
    await expect(provider.checkAuth({})).rejects.toEqual({ message: false });
    await provider.logout({});
    expect(replaced).toEqual(["/app/login?next=%2Fadmin%2Fcontracts%3Fpage%3D2"]);
    expect(identityService).not.toHaveBeenCalled();
  });

  it("sends a former system admin to /, which says why", async () => {
    answerMe(() => problem(403, "FORBIDDEN"));
    const provider = admin();
    await provider.checkAuth({}).catch(() => {});
    await provider.logout({});
    expect(replaced).toEqual(["/"]);
    expect(takeFlash()).toBe("forbidden");
    expect(takeFlash()).toBeUndefined();
  });

  it("ends session and sign-in when a request is refused with 401", async () => {
    const ended = endSession(401);
    const provider = admin();
    await provider.checkAuth({});
    const error = new HttpError("", 401, { code: "UNAUTHENTICATED" });
    const settled = vi.fn();
    void provider.checkError(error).finally(settled);
    await vi.waitFor(() =>
      expect(replaced).toEqual(["/app/login?next=%2Fadmin%2Fcontracts%3Fpage%3D2&reason=expired"]),
    );
    expect(ended()).toBe(1);
    expect(identity.signOut).toHaveBeenCalledOnce();
    expect(settled).not.toHaveBeenCalled();
  });

  it.each([400, 403, 404, 409, 412, 422, 500, 503])("stays on %i", async (status) => {
    await expect(admin().checkError(new HttpError("", status, {}))).resolves.toBeUndefined();
  });

  it("goes to the sign-in page after a logout, history replaced, profile cleared", async () => {
    const ended = endSession(204);
    const provider = admin();
    await provider.checkAuth({});
    expect(await provider.logout({})).toBe(false);
    expect(ended()).toBe(1);
    expect(identity.signOut).toHaveBeenCalledOnce();
    expect(replaced).toEqual(["/app/login"]);
    expect(userProfile.get()).toEqual(NO_PROFILE);
  });

  it("alerts ログアウトに失敗しました。 and stays when a logout fails, and can try again", async () => {
    const alert = vi.spyOn(window, "alert").mockImplementation(() => {});
    const provider = admin();
    endSession(503);
    await provider.logout({});
    expect(alert).toHaveBeenCalledExactlyOnceWith("ログアウトに失敗しました。");
    expect(replaced).toEqual([]);
    endSession(204);
    identity.signOut.mockRejectedValueOnce(new Error("storage"));
    await provider.logout({});
    expect(alert).toHaveBeenCalledTimes(2);
    await provider.logout({});
    expect(replaced).toEqual(["/app/login"]);
  });

  it("leaves without an alert when the session had ended and the way out fails", async () => {
    const alert = vi.spyOn(window, "alert").mockImplementation(() => {});
    endSession(503);
    const provider = admin();
    void provider.checkError(new HttpError("", 401, {}));
    await vi.waitFor(() => expect(replaced).toHaveLength(1));
    expect(alert).not.toHaveBeenCalled();
  });

  it("follows the one table of rights", async () => {
    const provider = admin();
    const may = (resource: string, action: string) => provider.canAccess?.({ resource, action });
    expect(await may("contracts", "list")).toBe(true);
    expect(await may("contracts", "delete")).toBe(true);
    expect(await may("users", "edit")).toBe(true);
    expect(await may("dictionaries", "list")).toBe(false);
    expect(await may("toString", "list")).toBe(false);
  });
});
