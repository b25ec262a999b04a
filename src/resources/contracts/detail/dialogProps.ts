import type { ContractRow } from "../contractRow.ts";

export interface DialogProps {
  contract: ContractRow;
  /** The date in Asia/Tokyo. */
  today: string;
  onClose: () => void;
}
