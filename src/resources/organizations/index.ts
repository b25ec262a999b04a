import BusinessIcon from "@mui/icons-material/BusinessOutlined";
import type { OrganizationRecord } from "../records.ts";
import { OrganizationList } from "./OrganizationList.tsx";

/**
 * Organizations in the admin area. They are created with their first contract; the page of one shows
 * what other resources have of it (src/admin/organization).
 */
export const organizations = {
  list: OrganizationList,
  icon: BusinessIcon,
  recordRepresentation: (organization: OrganizationRecord) => organization.organizationName,
};
