import { HttpError } from "react-admin";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { forbidden, internal, unauthenticated, unavailable } from "../../../server/problem.ts";
import { draftKey, keepDraft, readDraft } from "../../../src/components/draft/draftStore.ts";
import {
  createAdminAuthProvider,
  createStaffAuthProvider,
} from "../../../src/providers/authProvider.ts";
import { createHttpClient } from "../../../src/providers/http/httpClient.ts";
import { NetworkError } from "../../../src/providers/http/send.ts";
import type { Identity } from "../../../src/providers/signIn/firebaseIdentity.ts";
import type { IdentityService } from "../../../src/providers/signIn/identity.ts";
import { NO_PROFILE, userProfile } from "../../../src/providers/signIn/userProfile.ts";
import { pageLoad, takeFlash } from "../../../src/providers/start/pageLoad.ts";
import { apiDouble, doubles } from "../../support/apiDouble.ts";
import { aProfile } from "../../support/records.ts";
import { signedIn } from "../areas/browserIdentity.ts";
import { pageAt } from "./apiServer.ts";

const identity = {
  currentUserId: vi.fn<Identity["currentUserId"]>(),
  signOut: vi.fn<Identity["signOut"]>(),
  onSignedOut: vi.fn<Identity["onSignedOut"]>(),
};
const identityService = vi.fn<IdentityService>();

const staffApi = apiDouble("staff");
const adminApi = doubles.admin;
const client = createHttpClient(async () => "t");
const profile = aProfile({ userName: "山田", email: "y@example.com" });
let replaced: string[] = [];

beforeEach(() => {
  replaced = [];
  vi.spyOn(pageLoad, "replace").mockImplementation((url) => {
    replaced.push(url);
  });
  identityService.mockReset().mockImplementation(signedIn(identity));
  identity.currentUserId.mockReset().mockReturnValue("u1");
  identity.signOut.mockReset().mockResolvedValue();
  identity.onSignedOut.mockReset().mockReturnValue(() => {});
  window.sessionStorage.clear();
  window.localStorage.clear();
});

const typed = { dictionaryName: "営業用語" };

describe("the staff area", () => {
  const staff = () => createStaffAuthProvider(client, identityService);

  beforeEach(() => {
    pageAt("/dictionaries?page=2");
    staffApi.answer("GET /users/me", () => profile);
    staffApi.answer("DELETE /session", () => undefined);
  });

  it("notes a sign-out for the audit log, which does not depend on it", async () => {
    staffApi.refuse("DELETE /session", unavailable());
    const provider = staff();
    await provider.checkAuth({});
    await provider.logout({});
    expect(staffApi.calls("DELETE /session")).toHaveLength(1);
    expect(identity.signOut).toHaveBeenCalledOnce();
  });

  it("forgets what was typed when its author signs out", async () => {
    const provider = staff();
    await provider.checkAuth({});
    const key = draftKey("dictionaries", 3);
    expect(keepDraft(key, { keptAt: Date.now(), values: typed })).toBe(true);
    await provider.logout({});
    expect(replaced).toEqual(["/app/login"]);
    expect(window.localStorage.getItem(key)).toBeNull();
  });

  it("keeps what was typed when the session has expired", async () => {
    const provider = staff();
    await provider.checkAuth({});
    const key = draftKey("dictionaries", 3);
    keepDraft(key, { keptAt: Date.now(), values: typed });
    void provider.checkError(new HttpError("", 401, {}));
    await vi.waitFor(() => expect(replaced).toHaveLength(1));
    expect(readDraft(key)?.values).toEqual(typed);
  });

  it("admits a signed-in user and then knows the profile", async () => {
    const provider = staff();
    await provider.checkAuth({});
    expect(userProfile.get()).toEqual(profile);
    expect(await provider.getIdentity?.()).toEqual({
      id: "u1",
      fullName: "山田",
      email: "y@example.com",
    });
    expect(await provider.getPermissions?.({})).toEqual(profile);
  });

  it("asks the server once, however many screens check", async () => {
    const provider = staff();
    await Promise.all([provider.checkAuth({}), provider.checkAuth({}), provider.getIdentity?.()]);
    await provider.checkAuth({});
    expect(staffApi.calls("GET /users/me")).toHaveLength(1);
  });

  it("sends a signed-out user to the sign-in page, and back here afterwards", async () => {
    identity.currentUserId.mockReturnValue(null);
    const provider = staff();
    await expect(provider.checkAuth({})).rejects.toEqual({ message: false });
    expect(await provider.logout({})).toBe(false);
    expect(replaced).toEqual(["/app/login?next=%2Fdictionaries%3Fpage%3D2"]);
    expect(identity.signOut).not.toHaveBeenCalled();
  });

  it("signs out whom the server does not know (any more)", async () => {
    staffApi.refuse("GET /users/me", unauthenticated());
    const provider = staff();
    await expect(provider.checkAuth({})).rejects.toEqual({ message: false });
    await provider.logout({});
    expect(identity.signOut).toHaveBeenCalledOnce();
    expect(replaced).toEqual(["/app/login?next=%2Fdictionaries%3Fpage%3D2&reason=expired"]);
  });

  it("tells a disabled user so", async () => {
    staffApi.refuse("GET /users/me", unauthenticated("ACCOUNT_DISABLED"));
    const provider = staff();
    await provider.checkAuth({}).catch(() => {});
    await provider.logout({});
    expect(replaced).toEqual(["/app/login?reason=disabled"]);
  });

  it.each([forbidden(), internal(), unavailable()])("does not sign out on %s", async (problem) => {
    staffApi.refuse("GET /users/me", problem);
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
    signedOut?.("disabled");
    expect(replaced).toEqual(["/app/login?next=%2Fdictionaries%3Fpage%3D2&reason=disabled"]);
    expect(userProfile.get()).toEqual(NO_PROFILE);
  });

  it("does not leave twice when signing out tells the listener too", async () => {
    const provider = staff();
    await provider.checkAuth({});
    identity.signOut.mockImplementation(async () =>
      identity.onSignedOut.mock.calls[0]?.[0]("signedOut"),
    );
    await provider.logout({});
    expect(replaced).toEqual(["/app/login"]);
  });

  it("ends the admin session too when a system admin signs out", async () => {
    staffApi.answer("GET /users/me", () => ({ ...profile, isSystemAdmin: true }));
    adminApi.answer("DELETE /session", () => undefined);
    const provider = staff();
    await provider.checkAuth({});
    await provider.logout({});
    expect(adminApi.calls("DELETE /session")).toHaveLength(1);
  });
});

describe("the admin area", () => {
  const admin = () => createAdminAuthProvider(client, identityService);
  const me = { userName: "管理 太郎", email: "sysadmin@example.com", isSystemAdmin: true };

  beforeEach(() => {
    pageAt("/admin/contracts?page=2");
    adminApi.answer("GET /me", () => me);
    adminApi.answer("DELETE /session", () => undefined);
  });

  it("lets in a session without loading Firebase", async () => {
    const provider = admin();
    await provider.checkAuth({});
    expect(userProfile.get()).toEqual({ ...NO_PROFILE, ...me });
    expect(identityService).not.toHaveBeenCalled();
  });

  it("sends a user without a session to the sign-in page and keeps the sign-in", async () => {
    adminApi.refuse("GET /me", unauthenticated());
    const provider = admin();
    await expect(provider.checkAuth({})).rejects.toEqual({ message: false });
    await provider.logout({});
    expect(replaced).toEqual(["/app/login?next=%2Fadmin%2Fcontracts%3Fpage%3D2"]);
    expect(identityService).not.toHaveBeenCalled();
  });

  it("sends a former system admin to /, which says why", async () => {
    adminApi.refuse("GET /me", forbidden());
    const provider = admin();
    await provider.checkAuth({}).catch(() => {});
    await provider.logout({});
    expect(replaced).toEqual(["/"]);
    expect(takeFlash()).toBe("forbidden");
    expect(takeFlash()).toBeUndefined();
  });

  it("ends session and sign-in when a request is refused with 401", async () => {
    const provider = admin();
    await provider.checkAuth({});
    const error = new HttpError("", 401, { code: "UNAUTHENTICATED" });
    const settled = vi.fn();
    void provider.checkError(error).finally(settled);
    await vi.waitFor(() =>
      expect(replaced).toEqual(["/app/login?next=%2Fadmin%2Fcontracts%3Fpage%3D2&reason=expired"]),
    );
    expect(adminApi.calls("DELETE /session")).toHaveLength(1);
    expect(identity.signOut).toHaveBeenCalledOnce();
    expect(settled).not.toHaveBeenCalled();
  });

  it.each([400, 403, 404, 409, 412, 422, 500, 503])("stays on %i", async (status) => {
    await expect(admin().checkError(new HttpError("", status, {}))).resolves.toBeUndefined();
  });

  it("goes to the sign-in page after a logout, history replaced, profile cleared", async () => {
    const provider = admin();
    await provider.checkAuth({});
    expect(await provider.logout({})).toBe(false);
    expect(adminApi.calls("DELETE /session")).toHaveLength(1);
    expect(identity.signOut).toHaveBeenCalledOnce();
    expect(replaced).toEqual(["/app/login"]);
    expect(userProfile.get()).toEqual(NO_PROFILE);
  });

  it("forgets what was typed after a logout, but not after the session has expired", async () => {
    const provider = admin();
    await provider.checkAuth({});
    const key = draftKey("contracts", 3);
    expect(keepDraft(key, { keptAt: Date.now(), values: typed })).toBe(true);
    void admin().checkError(new HttpError("", 401, {}));
    await vi.waitFor(() => expect(replaced).toHaveLength(1));
    expect(readDraft(key)?.values).toEqual(typed);
    await provider.logout({});
    expect(readDraft(key)).toBeNull();
  });

  it("alerts ログアウトに失敗しました。 and stays when a logout fails, and can try again", async () => {
    const alert = vi.spyOn(window, "alert").mockImplementation(() => {});
    const provider = admin();
    adminApi.refuse("DELETE /session", unavailable());
    await provider.logout({});
    expect(alert).toHaveBeenCalledExactlyOnceWith("ログアウトに失敗しました。");
    expect(replaced).toEqual([]);
    adminApi.answer("DELETE /session", () => undefined);
    identity.signOut.mockRejectedValueOnce(new Error("storage"));
    await provider.logout({});
    expect(alert).toHaveBeenCalledTimes(2);
    await provider.logout({});
    expect(replaced).toEqual(["/app/login"]);
  });

  it("leaves without an alert when the session had ended and the way out fails", async () => {
    const alert = vi.spyOn(window, "alert").mockImplementation(() => {});
    adminApi.refuse("DELETE /session", unavailable());
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
