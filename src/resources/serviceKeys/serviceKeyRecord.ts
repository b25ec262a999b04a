import type { ServiceKey } from "../../../domain/api/serviceKeys.ts";

export type ServiceKeyRecord = ServiceKey & { id: number };
