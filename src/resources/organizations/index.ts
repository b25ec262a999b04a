import BusinessIcon from "@mui/icons-material/BusinessOutlined";
import { lazyScreen } from "../../components/load/lazyScreen.tsx";
import type { OrganizationRecord } from "../records.ts";

/**
 * Organizations in the admin area. They are created with their first contract; the page of one shows
 * what other resources have of it (src/admin/organization).
 */
export const organizations = {
  list: lazyScreen(async () => (await import("./OrganizationList.tsx")).OrganizationList),
  icon: BusinessIcon,
  recordRepresentation: (organization: OrganizationRecord) => organization.organizationName,
};
