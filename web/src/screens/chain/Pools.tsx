// The screen "Pools" of an exchange on a chain.
import { ChainList } from './ChainList.tsx';
import { PoolTable } from './PoolTable.tsx';
import { usePoolPages } from './pools.ts';

export default function Pools() {
  const pages = usePoolPages();
  return (
    <ChainList of="pool" pages={pages}>
      <PoolTable pools={pages.items} />
    </ChainList>
  );
}
