import AdminPanelSettingsIcon from "@mui/icons-material/AdminPanelSettingsOutlined";
import FactCheckIcon from "@mui/icons-material/FactCheckOutlined";
import HomeIcon from "@mui/icons-material/HomeOutlined";
import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { CustomRoutes, useNotify } from "react-admin";
import { Route } from "react-router";
import { can, type Flags } from "../domain/access.ts";
import { resourceTopic } from "../domain/events.ts";
import { Area } from "./area/Area.tsx";
import { AreaLayout } from "./area/AreaLayout.tsx";
import { Resource } from "./area/Resource.tsx";
import { StatusChip } from "./components/display/StatusChip.tsx";
import { errors } from "./i18n/ja/errors.ts";
import { home as homeTexts } from "./i18n/ja/home.ts";
import { health as healthTexts } from "./i18n/ja/resources/health.ts";
import { preview as previewTexts } from "./i18n/ja/resources/preview.ts";
import { itemsOf, type SidebarItem } from "./layout/sidebarItem.ts";
import { createStaffAuthProvider } from "./providers/authProvider.ts";
import { useApi } from "./providers/data/useApi.ts";
import { createBundle, useSubscribe } from "./providers/live/useLiveReads.ts";
import type { IdentityService } from "./providers/signIn/identity.ts";
import { useReloadProfile } from "./providers/signIn/useReloadProfile.ts";
import { useUserProfile } from "./providers/signIn/userProfile.ts";
import { takeFlash } from "./providers/start/pageLoad.ts";
import { AlertBell } from "./resources/alerts/bell/AlertBell.tsx";
import { alerts } from "./resources/alerts/index.ts";
import { auditEvents } from "./resources/auditEvents/index.ts";
import { statementRoute } from "./resources/closings/index.tsx";
import { dictionaries, HealthIcon } from "./resources/dictionaries/index.tsx";
import { proposals } from "./resources/proposals/index.ts";
import { members } from "./resources/users/index.tsx";
import { workspaces } from "./resources/workspaces/index.tsx";
import { ownContracts } from "./staff/contracts/index.ts";
import { HomePage } from "./staff/HomePage.tsx";
import { limitsLine, limitsNotice, useLimits, useLiveLimits } from "./staff/limitTexts.ts";
import { keepWorkspace, WorkspaceSwitcher } from "./staff/workspaces/WorkspaceSwitcher.tsx";

const home: SidebarItem = { label: homeTexts.title, icon: HomeIcon, path: "/", exact: true };

/** In the order of the sidebar. */
const resources = {
  dictionaries,
  proposals,
  workspaces,
  users: members,
  contracts: ownContracts,
  "audit-events": auditEvents,
};

const preview: SidebarItem = {
  label: previewTexts.name,
  icon: FactCheckIcon,
  path: "/dictionaries/preview",
};

const health: SidebarItem = {
  label: healthTexts.name,
  icon: HealthIcon,
  path: "/dictionaries/health",
};

const organizationAdminItems: readonly SidebarItem[] = [
  home,
  ...itemsOf(resources).flatMap((item) =>
    item.resource === "dictionaries" ? [item, preview, health] : [item],
  ),
];

const memberItems = organizationAdminItems.filter(({ resource }) => resource !== "contracts");

/** System admins belong to no organization. */
const systemAdminItems: readonly SidebarItem[] = [
  home,
  { label: homeTexts.admin.title, icon: AdminPanelSettingsIcon, path: "/admin", adminOnly: true },
];

const PROPOSALS = resourceTopic("proposals");

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
      routing={keepWorkspace}
    >
      <CustomRoutes>
        <Route path="/" element={<HomePage />} />
        {statementRoute}
      </CustomRoutes>
      {Object.entries(resources).map(([name, screens]) => (
        <Resource key={name} name={name} {...screens} />
      ))}
      <Resource name="alerts" {...alerts} />
    </Area>
  );
}

function itemsFor(flags: Flags): readonly SidebarItem[] {
  if (flags.isSystemAdmin) return systemAdminItems;
  return can(flags, "ownContract.read") ? organizationAdminItems : memberItems;
}

function StaffLayout({ children }: { children: ReactNode }) {
  useFlash();
  const profile = useUserProfile();
  const { isSystemAdmin } = profile;
  return (
    <AreaLayout items={itemsFor(profile)} headerExtra={headerLabels} bell={bell}>
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
    if (flash) notify(errors[flash], { type: "warning" });
  }, [notify]);
}

function LimitsLabel() {
  const { data } = useLimits();
  if (!data) return null;
  const notice = limitsNotice(data);
  if (!notice) return <span>{limitsLine(data)}</span>;
  return <StatusChip tone={notice.tone} label={notice.text} />;
}

function LiveProfile() {
  useLiveProfile();
  useLiveLimits();
  useProposalNews();
  return null;
}

/**
 * Reloads the profile when the user's flags or workspaces change (docs/product/people.md#profile).
 */
function useLiveProfile(): void {
  const { userId } = useUserProfile();
  // After another error than a refusal the next event or connection tries again.
  const readAgain = useEffectEvent(useReloadProfile());
  const [bundle] = useState(() => createBundle(() => readAgain({ unasked: true })));
  useEffect(() => bundle.stop, [bundle]);
  useSubscribe(resourceTopic("users", userId), bundle.ask);
  useSubscribe(resourceTopic("workspaces"), bundle.ask);
}

/** Tells proposers what has become of their proposals, whichever page they are on. */
function useProposalNews(): void {
  const { api } = useApi();
  const notify = useNotify();
  const [since] = useState(() => Date.now());
  const tell = useEffectEvent(async () => {
    const { tellProposalNews } = await import("./staff/proposalNews.ts");
    await tellProposalNews({ api }, since, (sentence) => notify(sentence, { type: "info" }));
  });
  // What could not be read is told by the next event, and stands in the list.
  const [bundle] = useState(() => createBundle(() => tell().catch(() => {})));
  useEffect(() => bundle.stop, [bundle]);
  useSubscribe(PROPOSALS, ({ type }) => type === "updated" && bundle.ask());
}
