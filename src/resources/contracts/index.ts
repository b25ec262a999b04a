import DescriptionIcon from "@mui/icons-material/DescriptionOutlined";
import { lazy } from "react";
import type { ContractRow } from "./contractRow.ts";
import { ContractList } from "./list/ContractList.tsx";

/** Contracts in the admin area; only the list comes with the area itself. */
export const contracts = {
  list: ContractList,
  create: lazy(async () => ({
    default: (await import("./form/ContractCreate.tsx")).ContractCreate,
  })),
  edit: lazy(async () => ({ default: (await import("./form/ContractEdit.tsx")).ContractEdit })),
  show: lazy(async () => ({ default: (await import("./detail/ContractShow.tsx")).ContractShow })),
  icon: DescriptionIcon,
  recordRepresentation: (contract: ContractRow) => contract.organizationName,
};
