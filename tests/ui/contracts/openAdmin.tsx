import { render } from "@testing-library/react";
import { type ReactNode, Suspense } from "react";
import { type AuthProvider, CustomRoutes } from "react-admin";
import { organizationPages } from "../../../src/admin/organization/index.tsx";
import { Area } from "../../../src/area/Area.tsx";
import { Resource } from "../../../src/area/Resource.tsx";
import { ArrivalBanner } from "../../../src/components/arrival/ArrivalBanner.tsx";
import { Notifications } from "../../../src/layout/Notifications.tsx";
import { billingRoutes } from "../../../src/resources/billing/index.tsx";
import { contracts } from "../../../src/resources/contracts/index.tsx";
import { erasureRoutes } from "../../../src/resources/erasures/index.tsx";
import { organizations } from "../../../src/resources/organizations/index.ts";
import { serviceKeys } from "../../../src/resources/serviceKeys/index.ts";
import { users } from "../../../src/resources/users/index.tsx";
import { webhooks } from "../../../src/resources/webhooks/index.ts";
import { signedIn } from "../areas/browserIdentity.ts";
import { pageAt } from "../providers/apiServer.ts";

const authProvider = {
  login: async () => {},
  logout: async () => {},
  checkAuth: async () => {},
  checkError: async () => {},
  getPermissions: async () => undefined,
  canAccess: async () => true,
};

function Layout({ children }: { children: ReactNode }) {
  return (
    <>
      <ArrivalBanner />
      <Suspense>{children}</Suspense>
      <Notifications />
    </>
  );
}

/** The screens of the admin area at a path below /admin, with the real providers; the API is apiDouble's. */
export function openAdmin(path: string, rights: Pick<AuthProvider, "canAccess"> = {}) {
  pageAt(`/admin${path}`);
  return render(
    <Area
      basename="/admin"
      identityService={signedIn()}
      createAuthProvider={() => ({ ...authProvider, ...rights })}
      layout={Layout}
    >
      <CustomRoutes>
        {erasureRoutes}
        {billingRoutes}
      </CustomRoutes>
      <Resource name="contracts" {...contracts} />
      <Resource name="organizations" {...organizations} {...organizationPages} />
      <Resource name="users" {...users} />
      <Resource name="service-keys" {...serviceKeys} />
      <Resource name="webhooks" {...webhooks} />
    </Area>,
  );
}
