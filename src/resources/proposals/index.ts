import LightbulbIcon from "@mui/icons-material/LightbulbOutlined";
import { lazyScreen } from "../../components/load/lazyScreen.tsx";

/** The own proposals of words, in the staff area. */
export const proposals = {
  list: lazyScreen(async () => (await import("./OwnProposals.tsx")).OwnProposals),
  icon: LightbulbIcon,
};
