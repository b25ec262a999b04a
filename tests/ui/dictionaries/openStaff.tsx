import { render } from "@testing-library/react";
import { type ReactNode, Suspense } from "react";
import { type AuthProvider, Resource } from "react-admin";
import type { Flags } from "../../../domain/access.ts";
import { Area } from "../../../src/area/Area.tsx";
import { Notifications } from "../../../src/layout/Notifications.tsx";
import { canAccessResource } from "../../../src/providers/resourceAccess.ts";
import { NO_PROFILE, userProfile } from "../../../src/providers/userProfile.ts";
import { dictionaries } from "../../../src/resources/dictionaries/index.tsx";
import { pageAt } from "../providers/apiServer.ts";

export const staff: Flags = {
  isSystemAdmin: false,
  isOrganizationAdmin: false,
  isDictionaryAdmin: false,
};
export const dictionaryAdmin: Flags = { ...staff, isDictionaryAdmin: true };
export const organizationAdmin: Flags = { ...staff, isOrganizationAdmin: true };

function authProvider(flags: Flags): AuthProvider {
  return {
    login: async () => {},
    logout: async () => {},
    checkAuth: async () => {},
    checkError: async () => {},
    getPermissions: async () => undefined,
    canAccess: async (wanted) => canAccessResource("staff", flags, wanted),
  };
}

function Layout({ children }: { children: ReactNode }) {
  return (
    <>
      <Suspense>{children}</Suspense>
      <Notifications />
    </>
  );
}

/** The dictionary screens at a path, as somebody with these flags sees them; the API is apiDouble's. */
export function openStaff(path: string, flags: Flags = dictionaryAdmin) {
  pageAt(path);
  return reloadStaff(flags);
}

/** The page as it stands in the browser's history, loaded anew. */
export function reloadStaff(flags: Flags = dictionaryAdmin) {
  userProfile.set({ ...NO_PROFILE, ...flags, userId: "me", userName: "田中 次郎" });
  return render(
    <Area basename="/" createAuthProvider={() => authProvider(flags)} layout={Layout}>
      <Resource name="dictionaries" {...dictionaries} />
    </Area>,
  );
}
