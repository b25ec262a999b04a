import type { ContractRecord } from "../contractRecord.ts";

export interface DialogProps {
  contract: ContractRecord;
  /** A date in Asia/Tokyo. */
  today: string;
  onClose: () => void;
}
