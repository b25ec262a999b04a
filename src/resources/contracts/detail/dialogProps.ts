import type { ContractRecord } from "../contractRecord.ts";

export interface DialogProps {
  contract: ContractRecord;
  /** The date in Asia/Tokyo. */
  today: string;
  onClose: () => void;
}
