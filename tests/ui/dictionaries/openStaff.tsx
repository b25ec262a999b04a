import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { act, render } from "@testing-library/react";
import { type ReactNode, Suspense, useEffect } from "react";
import type { AuthProvider } from "react-admin";
import type { Flags } from "../../../domain/access.ts";
import { Area } from "../../../src/area/Area.tsx";
import { Resource } from "../../../src/area/Resource.tsx";
import { Notifications } from "../../../src/layout/Notifications.tsx";
import {
  canAccessResource,
  NO_PROFILE,
  userProfile,
} from "../../../src/providers/signIn/userProfile.ts";
import { dictionaries } from "../../../src/resources/dictionaries/index.tsx";
import { signedIn } from "../areas/browserIdentity.ts";
import { pageAt } from "../providers/apiServer.ts";

export const staff: Flags = {
  isSystemAdmin: false,
  isOrganizationAdmin: false,
  isDictionaryAdmin: false,
};
export const dictionaryAdmin: Flags = { ...staff, isDictionaryAdmin: true };
export const organizationAdmin: Flags = { ...staff, isOrganizationAdmin: true };

let queryClient: QueryClient | undefined;

/** The rights of the signed-in user change, and the page hears of it. */
export async function rightsBecome(flags: Flags) {
  await act(async () => {
    userProfile.set({ ...userProfile.get(), ...flags });
    await queryClient?.invalidateQueries({ queryKey: ["auth"] });
  });
}

function authProvider(): AuthProvider {
  return {
    login: async () => {},
    logout: async () => {},
    checkAuth: async () => {},
    checkError: async () => {},
    getPermissions: async () => undefined,
    canAccess: async (wanted) => canAccessResource("staff", userProfile.get(), wanted),
  };
}

function Layout({ children }: { children: ReactNode }) {
  const current = useQueryClient();
  useEffect(() => {
    queryClient = current;
  }, [current]);
  return (
    <>
      <Suspense>{children}</Suspense>
      <Notifications />
    </>
  );
}

/** The dictionary screens at a path, for a user with these flags; the API is apiDouble's. */
export function openStaff(path: string, flags: Flags = dictionaryAdmin) {
  pageAt(path);
  return reloadStaff(flags);
}

/** The page as it stands in the browser's history, loaded again. */
export function reloadStaff(flags: Flags = dictionaryAdmin) {
  userProfile.set({ ...NO_PROFILE, ...flags, userId: "me", userName: "田中 次郎" });
  return render(
    <Area
      basename="/"
      identityService={signedIn()}
      createAuthProvider={authProvider}
      layout={Layout}
    >
      <Resource name="dictionaries" {...dictionaries} />
    </Area>,
  );
}
