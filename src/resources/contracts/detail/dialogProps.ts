import type { ContractRecord } from "../../records.ts";

export interface DialogProps {
  contract: ContractRecord;
  today: string;
  onClose: () => void;
}
