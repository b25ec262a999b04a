import type { ContractRecord } from "../contractRecord.ts";

export interface DialogProps {
  contract: ContractRecord;
  today: string;
  onClose: () => void;
}
