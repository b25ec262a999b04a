import BusinessIcon from "@mui/icons-material/BusinessOutlined";
import { lazy } from "react";
import { OrganizationList } from "./OrganizationList.tsx";
import type { OrganizationRow } from "./organizationRow.ts";

/** Organizations in the admin area; they come into being with their first contract. */
export const organizations = {
  list: OrganizationList,
  edit: lazy(async () => ({ default: (await import("./OrganizationEdit.tsx")).OrganizationEdit })),
  icon: BusinessIcon,
  recordRepresentation: (organization: OrganizationRow) => organization.organizationName,
};
