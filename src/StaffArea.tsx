import AdminPanelSettingsIcon from "@mui/icons-material/AdminPanelSettingsOutlined";
import HomeIcon from "@mui/icons-material/HomeOutlined";
import { type ReactNode, useEffect } from "react";
import { CustomRoutes, useNotify } from "react-admin";
import { Route } from "react-router";
import { Area } from "./area/Area.tsx";
import { AreaLayout } from "./area/AreaLayout.tsx";
import { Resource } from "./area/Resource.tsx";
import { StatusChip } from "./components/display/StatusChip.tsx";
import { useTranslate } from "./i18n/translate.ts";
import { itemsOf, type SidebarItem } from "./layout/sidebarItem.ts";
import { createStaffAuthProvider } from "./providers/authProvider.ts";
import { useLiveProfile } from "./providers/live/useLiveProfile.ts";
import type { IdentityService } from "./providers/signIn/identity.ts";
import { useUserProfile } from "./providers/signIn/userProfile.ts";
import { takeFlash } from "./providers/start/flash.ts";
import { AlertBell } from "./resources/alerts/bell/AlertBell.tsx";
import { alerts } from "./resources/alerts/index.ts";
import { auditEvents } from "./resources/auditEvents/index.ts";
import { dictionaries } from "./resources/dictionaries/index.tsx";
import { members } from "./resources/users/index.ts";
import { workspaces } from "./resources/workspaces/index.tsx";
import { HomePage } from "./staff/HomePage.tsx";
import { limitsLine, limitsNotice } from "./staff/limitTexts.ts";
import { useLimits, useLiveLimits } from "./staff/useLimits.ts";
import { WorkspaceSwitcher } from "./staff/workspaces/WorkspaceSwitcher.tsx";

const home: SidebarItem = { label: "home.title", icon: HomeIcon, path: "/", exact: true };

/** In the order of the sidebar. */
const resources = {
  dictionaries,
  workspaces,
  users: members,
  "audit-events": auditEvents,
};

const memberItems: readonly SidebarItem[] = [home, ...itemsOf(resources)];

/** System admins belong to no organization. */
const systemAdminItems: readonly SidebarItem[] = [
  home,
  { label: "home.admin.title", icon: AdminPanelSettingsIcon, path: "/admin", adminOnly: true },
];

const headerLabels = (
  <>
    <WorkspaceSwitcher />
    <LimitsLabel />
  </>
);

const bell = <AlertBell access="ownAlert.read" />;

export function StaffArea({ identityService }: { identityService: IdentityService }) {
  return (
    <Area
      basename="/"
      identityService={identityService}
      createAuthProvider={createStaffAuthProvider}
      layout={StaffLayout}
    >
      <CustomRoutes>
        <Route path="/" element={<HomePage />} />
      </CustomRoutes>
      {Object.entries(resources).map(([name, screens]) => (
        <Resource key={name} name={name} {...screens} />
      ))}
      <Resource name="alerts" {...alerts} />
    </Area>
  );
}

function StaffLayout({ children }: { children: ReactNode }) {
  useFlash();
  const { isSystemAdmin } = useUserProfile();
  return (
    <AreaLayout
      items={isSystemAdmin ? systemAdminItems : memberItems}
      headerExtra={headerLabels}
      bell={bell}
    >
      {isSystemAdmin ? null : <LiveProfile />}
      {children}
    </AreaLayout>
  );
}

/** Shows the sentence that the previous page left, such as that the admin area is forbidden. */
function useFlash(): void {
  const notify = useNotify();
  useEffect(() => {
    const flash = takeFlash();
    if (flash) notify(`errors.${flash}`, { type: "warning" });
  }, [notify]);
}

function LimitsLabel() {
  const translate = useTranslate();
  const { data } = useLimits();
  if (!data) return null;
  const notice = limitsNotice(data, translate);
  if (!notice) return <span>{limitsLine(data, translate)}</span>;
  const label = notice.tone === "warning" ? limitsLine(data, translate) : notice.text;
  return <StatusChip tone={notice.tone} label={label} />;
}

function LiveProfile() {
  useLiveProfile();
  useLiveLimits();
  return null;
}
