import BusinessIcon from "@mui/icons-material/BusinessOutlined";
import { lazyScreen } from "../../components/load/lazyScreen.tsx";
import type { OrganizationRecord } from "../records.ts";
import { OrganizationList } from "./OrganizationList.tsx";

/** Organizations in the admin area. They are created with their first contract. */
export const organizations = {
  list: OrganizationList,
  edit: lazyScreen(async () => (await import("./OrganizationEdit.tsx")).OrganizationEdit),
  icon: BusinessIcon,
  recordRepresentation: (organization: OrganizationRecord) => organization.organizationName,
};
