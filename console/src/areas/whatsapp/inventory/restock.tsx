import { preWarehouse } from '@trade-assistant/contract/areas/whatsapp/pre-warehouse.ts';
import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router';
import { importAddress } from '../../../features/importing/address.ts';

interface RestockProps {
  readonly kind: {
    readonly countryCode: string;
    readonly businessType: number;
    readonly numberType: number;
    readonly capability: number;
    readonly warehouseCode: string;
  };
  readonly onClose: () => void;
}

/** Opens the import with the kind and warehouse of a stock row filled in. */
export function Restock({ kind, onClose }: RestockProps) {
  const navigate = useNavigate();
  const open = useEffectEvent(() => {
    const { countryCode, businessType, numberType, capability, warehouseCode } = kind;
    onClose();
    void navigate(
      importAddress(preWarehouse.name, { countryCode, businessType, numberType, capability, warehouseCode }),
    );
  });
  useEffect(() => open(), []);
  return null;
}
