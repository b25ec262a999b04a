import DescriptionIcon from "@mui/icons-material/DescriptionOutlined";
import { formatPeriod } from "../../../domain/text/dates.ts";
import { lazyScreen } from "../../components/load/lazyScreen.tsx";
import type { OwnContractRecord } from "../../resources/records.ts";

/** The contracts of the user's own organization, which organization admins read. */
export const ownContracts = {
  list: lazyScreen(async () => (await import("./OwnContracts.tsx")).OwnContracts),
  show: lazyScreen(async () => (await import("./OwnContractShow.tsx")).OwnContractShow),
  icon: DescriptionIcon,
  recordRepresentation: (contract: OwnContractRecord) => formatPeriod(contract),
};
