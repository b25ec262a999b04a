import type { AuthProvider } from "react-admin";
import type { Area } from "../../domain/api/endpoint.ts";
import { SIGN_IN_PAGE } from "../../domain/users/actionLink.ts";
import { errors } from "../i18n/ja/errors.ts";
import { answerOf } from "../writes/problem.ts";
import { createApi } from "./data/api.ts";
import { forgetOnSignOut } from "./data/drafts.ts";
import type { HttpClient } from "./http/httpClient.ts";
import { statusOf } from "./problems/answerStatus.ts";
import type { IdentityService } from "./signIn/identity.ts";
import { currentPage, endAdminSession, type SignInReason, signInPage } from "./signIn/sessions.ts";
import { forgetRecent, runSignOutTasks } from "./signIn/signOutTasks.ts";
import { canAccessResource, NO_PROFILE, userProfile } from "./signIn/userProfile.ts";
import { rememberLists } from "./start/openings.ts";
import { leaveFlash, once, pageLoad } from "./start/pageLoad.ts";

/** Staff area: Firebase signs people in; GET /users/me returns their profile. */
export function createStaffAuthProvider(
  client: HttpClient,
  identityService: IdentityService,
): AuthProvider {
  const { api } = createApi(client);
  forgetOnSignOut();
  const departure = createDeparture(
    async () => {
      if (userProfile.get().isSystemAdmin) await endAdminSession();
      await (await identityService()).signOut();
    },
    // Only the audit log wants to know; the sign-out does not depend on it.
    () => api("DELETE /session", { keepalive: true }).catch(() => {}),
  );
  const hasUser = once(async () => {
    const identity = await identityService();
    identity.onSignedOut(departure.signedOut);
    return identity.currentUserId() !== null;
  });
  const loadProfile = async () => {
    if (!(await hasUser())) return departure.turnTo(signInPage({ next: currentPage() }));
    userProfile.set(await api("GET /users/me"));
  };
  return authProvider(departure, "staff", loadProfile, {
    401: (error) => departure.refused(error),
  });
}

/** Admin area: the session cookie signs people in; Firebase loads only when it is needed. */
export function createAdminAuthProvider(
  client: HttpClient,
  identityService: IdentityService,
): AuthProvider {
  const { api } = createApi(client);
  forgetOnSignOut();
  const departure = createDeparture(async () => {
    await endAdminSession();
    await (await identityService()).signOut();
  });
  const loadProfile = async () => {
    userProfile.set({ ...NO_PROFILE, ...(await api("GET /me")) });
  };
  return authProvider(departure, "admin", loadProfile, {
    // There was no session: the sign-in page can open one with a recent sign-in.
    401: () => departure.turnTo(signInPage({ next: currentPage() })),
    403: () => {
      leaveFlash("forbidden");
      departure.turnTo("/");
    },
  });
}

function authProvider(
  departure: Departure,
  area: Area,
  loadProfile: () => Promise<void>,
  handlers: Record<number, (body: unknown) => void>,
): AuthProvider {
  userProfile.subscribe(() => rememberLists(userProfile.get().lists));
  const load = once(async () => {
    try {
      await loadProfile();
    } catch (error) {
      const handle = handlers[statusOf(error)];
      if (!handle) throw error;
      handle(error);
    }
  });
  const known = async () => {
    await load();
    return userProfile.get();
  };
  return {
    /** The sign-in page is /app/login, not a screen of react-admin. */
    login: () => Promise.resolve(),
    logout: departure.logout,

    checkAuth: async () => {
      // Only 401 and 403 keep people out; if the server is unreachable, screens show the error.
      await load().catch(() => {});
      if (departure.isDue()) throw DEPARTED;
    },

    /**
     * Signs out on 401 only; 403 shows its message. Afterwards the promise never settles: otherwise
     * react-admin would treat the request as successful, and a form as saved.
     */
    checkError: async (error) => {
      if (statusOf(error) !== 401) return;
      departure.refused(error);
      await departure.logout();
      await new Promise(() => {});
    },

    getIdentity: async () => {
      const { userId, userName, email } = await known();
      return { id: userId || email, fullName: userName, email };
    },
    getPermissions: known,
    canAccess: async (wanted) => {
      const flags = await known().catch(() => undefined);
      // If the server did not answer, each screen shows the error and a retry button.
      return flags === undefined || canAccessResource(area, flags, wanted);
    },
  };
}

/** Makes react-admin sign out without a message: the sign-in page says why. */
const DEPARTED = { message: false } as const;

/**
 * The ways to leave an area. react-admin calls `logout` for each of them: the menu item and a 401.
 * The cause decides which page follows. It replaces the current history entry.
 */
function createDeparture(
  endSignIn: () => Promise<unknown>,
  noteSignOut: () => Promise<unknown> = async () => {},
) {
  let destination: { url: string; ends: boolean } | undefined;
  let leaving = false;

  const leaveFor = (url: string) => {
    leaving = true;
    userProfile.clear();
    forgetRecent();
    pageLoad.replace(url);
  };

  return {
    /** Whether the page must be left; then react-admin calls logout. */
    isDue: () => destination !== undefined,

    /** The next logout leads to `url`; the person stays signed in. */
    turnTo(url: string) {
      destination ??= { url, ends: false };
    },

    /**
     * The server rejected the credential: the next logout ends the sign-in and asks for a new one.
     */
    refused(error: unknown) {
      const isDisabled = answerOf(error)?.code === "ACCOUNT_DISABLED";
      const url = isDisabled
        ? signInPage({ reason: "disabled" })
        : signInPage({ next: currentPage(), reason: "expired" });
      destination ??= { url, ends: true };
    },

    /** The identity service signed the person out. */
    signedOut(reason: SignInReason) {
      if (!leaving) leaveFor(signInPage({ next: currentPage(), reason }));
    },

    async logout(): Promise<false> {
      if (leaving) return false;
      leaving = true;
      const { url, ends } = destination ?? { url: SIGN_IN_PAGE, ends: true };
      try {
        if (!destination) await Promise.all([runSignOutTasks(), noteSignOut()]);
        if (ends) await endSignIn();
      } catch {
        if (!destination) {
          leaving = false;
          window.alert(errors.logoutFailed);
          return false;
        }
      }
      leaveFor(url);
      return false;
    },
  };
}

type Departure = ReturnType<typeof createDeparture>;
