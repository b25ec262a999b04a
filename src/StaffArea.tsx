import AdminPanelSettingsIcon from "@mui/icons-material/AdminPanelSettingsOutlined";
import HomeIcon from "@mui/icons-material/HomeOutlined";
import { CustomRoutes, useNotify } from "ra-core";
import { type ReactNode, useEffect } from "react";
import { Route } from "react-router";
import { Area } from "./area/Area.tsx";
import { AreaLayout } from "./area/AreaLayout.tsx";
import type { SidebarItem } from "./layout/sidebarItem.ts";
import { createStaffAuthProvider } from "./providers/authProvider.ts";
import { takeFlash } from "./providers/flash.ts";
import { HomePage } from "./staff/HomePage.tsx";
import { LimitsLabel } from "./staff/LimitsLabel.tsx";

const items: readonly SidebarItem[] = [
  { label: "home.title", icon: HomeIcon, path: "/" },
  { label: "home.admin.title", icon: AdminPanelSettingsIcon, path: "/admin", adminOnly: true },
];

/** Everything but /admin: what the people of an organization open every day. */
export function StaffArea() {
  return (
    <Area basename="/" createAuthProvider={createStaffAuthProvider} layout={StaffLayout}>
      <CustomRoutes>
        <Route path="/" element={<HomePage />} />
      </CustomRoutes>
    </Area>
  );
}

function StaffLayout({ children }: { children: ReactNode }) {
  useFlash();
  return (
    <AreaLayout items={items} headerExtra={<LimitsLabel />}>
      {children}
    </AreaLayout>
  );
}

/** Says what the page before left to say, such as that the admin area is not for everybody. */
function useFlash(): void {
  const notify = useNotify();
  useEffect(() => {
    const flash = takeFlash();
    if (flash) notify(`errors.${flash}`, { type: "warning" });
  }, [notify]);
}
