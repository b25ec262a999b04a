import FilesIcon from "@mui/icons-material/Download";
import HomeIcon from "@mui/icons-material/HomeOutlined";
import type { ReactNode } from "react";
import { CustomRoutes } from "react-admin";
import { Route } from "react-router";
import { organizationPages } from "./admin/organization/index.tsx";
import { Area } from "./area/Area.tsx";
import { AreaLayout } from "./area/AreaLayout.tsx";
import { Resource } from "./area/Resource.tsx";
import { lazyScreen } from "./components/load/lazyScreen.tsx";
import { billing } from "./i18n/ja/billing.ts";
import { home as homeTexts } from "./i18n/ja/home.ts";
import { itemsOf, type SidebarItem } from "./layout/sidebarItem.ts";
import { createAdminAuthProvider } from "./providers/authProvider.ts";
import type { IdentityService } from "./providers/signIn/identity.ts";
import { AlertBell } from "./resources/alerts/bell/AlertBell.tsx";
import { alerts } from "./resources/alerts/index.ts";
import { auditEvents } from "./resources/auditEvents/index.ts";
import { billingRoutes } from "./resources/billing/index.tsx";
import { closings, statementRoute } from "./resources/closings/index.tsx";
import { contracts } from "./resources/contracts/index.tsx";
import { erasureRoutes } from "./resources/erasures/index.tsx";
import { organizations } from "./resources/organizations/index.ts";
import { serviceKeys } from "./resources/serviceKeys/index.ts";
import { users } from "./resources/users/index.tsx";
import { webhooks } from "./resources/webhooks/index.ts";

/** In the order of the sidebar. */
const resources = {
  contracts,
  closings,
  organizations: { ...organizations, ...organizationPages },
  users,
  "service-keys": serviceKeys,
  webhooks,
  "audit-events": auditEvents,
};

const home: SidebarItem = { label: homeTexts.title, icon: HomeIcon, path: "/admin", exact: true };

const files: SidebarItem = { label: billing.title, icon: FilesIcon, path: "/admin/billing-files" };

const items: readonly SidebarItem[] = [home, ...itemsOf(resources, "/admin"), files].map(
  (item) => ({
    ...item,
    adminOnly: true,
  }),
);

const bell = <AlertBell access="alert.read" />;

const AdminHome = lazyScreen(async () => (await import("./admin/AdminHome.tsx")).AdminHome);

export function AdminArea({ identityService }: { identityService: IdentityService }) {
  return (
    <Area
      basename="/admin"
      identityService={identityService}
      createAuthProvider={createAdminAuthProvider}
      layout={AdminLayout}
    >
      <CustomRoutes>
        <Route path="/" element={<AdminHome />} />
        {erasureRoutes}
        {billingRoutes}
        {statementRoute}
      </CustomRoutes>
      {Object.entries(resources).map(([name, screens]) => (
        <Resource key={name} name={name} {...screens} />
      ))}
      <Resource name="alerts" {...alerts} />
    </Area>
  );
}

function AdminLayout({ children }: { children: ReactNode }) {
  return (
    <AreaLayout items={items} bell={bell}>
      {children}
    </AreaLayout>
  );
}
