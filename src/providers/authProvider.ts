import type { AuthProvider } from "react-admin";
import type { Area } from "../../domain/api/endpoint.ts";
import { statusOf } from "./answerStatus.ts";
import { createApi } from "./api.ts";
import { createDeparture, DEPARTED, type Departure } from "./departure.ts";
import { discardDraftsOnSignOut } from "./drafts.ts";
import { leaveFlash } from "./flash.ts";
import type { HttpClient } from "./httpClient.ts";
import { identityService } from "./identity.ts";
import { once } from "./once.ts";
import { canAccessResource } from "./resourceAccess.ts";
import { endAdminSession } from "./sessions.ts";
import { currentPage, signInPage } from "./signInPage.ts";
import { NO_PROFILE, userProfile } from "./userProfile.ts";

/** Staff area: Firebase signs people in; GET /users/me returns their profile. */
export function createStaffAuthProvider(client: HttpClient): AuthProvider {
  const { api } = createApi(client);
  discardDraftsOnSignOut();
  const departure = createDeparture(async () => {
    if (userProfile.get().isSystemAdmin) await endAdminSession();
    await (await identityService()).signOut();
  });
  const hasUser = once(async () => {
    const identity = await identityService();
    identity.onSignedOut(departure.signedOut);
    return identity.currentUser() !== null;
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
export function createAdminAuthProvider(client: HttpClient): AuthProvider {
  const { api } = createApi(client);
  discardDraftsOnSignOut();
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
