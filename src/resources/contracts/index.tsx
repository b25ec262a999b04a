import DescriptionIcon from "@mui/icons-material/DescriptionOutlined";
import { Route } from "react-router";
import { lazyScreen } from "../../components/load/lazyScreen.tsx";
import { ContractList } from "./list/ContractList.tsx";
import { nameOfContract } from "./nameOfContract.ts";

const Import = lazyScreen(
  async () => (await import("./imports/ContractImportPage.tsx")).ContractImportPage,
);

/** Contracts in the admin area. Only the list is part of the area's own bundle. */
export const contracts = {
  list: ContractList,
  create: lazyScreen(async () => (await import("./form/ContractCreate.tsx")).ContractCreate),
  edit: lazyScreen(async () => (await import("./form/ContractEdit.tsx")).ContractEdit),
  show: lazyScreen(async () => (await import("./detail/ContractShow.tsx")).ContractShow),
  icon: DescriptionIcon,
  recordRepresentation: nameOfContract,
  children: <Route path="import" element={<Import />} />,
};
