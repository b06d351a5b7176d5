// Which screen a path shows; each comes in a piece of its own, the swap with the page.
import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Route, Switch } from 'wouter';
import { queries } from './data/server.ts';
import NotFound from './screens/not-found/NotFound.tsx';
import Swap from './screens/swap/Swap.tsx';
import { Shell } from './shell/Shell.tsx';

const Tokens = lazy(() => import('./screens/tokens/Tokens.tsx'));
const Token = lazy(() => import('./screens/token/Token.tsx'));
const Pools = lazy(() => import('./screens/pools/Pools.tsx'));
const Pool = lazy(() => import('./screens/pool/Pool.tsx'));
const Portfolio = lazy(() => import('./screens/portfolio/Portfolio.tsx'));
const Activity = lazy(() => import('./screens/activity/Activity.tsx'));
const Transaction = lazy(() => import('./screens/transaction/Transaction.tsx'));
const Operator = lazy(() => import('./screens/operator/Operator.tsx'));

export const App = () => (
  <QueryClientProvider client={queries}>
    <Shell>
      <Suspense fallback={null}>
        <Switch>
          <Route path="/" component={Swap} />
          <Route path="/tokens" component={Tokens} />
          <Route path="/token/:address" component={Token} />
          <Route path="/pools" component={Pools} />
          <Route path="/pool/:address" component={Pool} />
          <Route path="/portfolio" component={Portfolio} />
          <Route path="/activity" component={Activity} />
          <Route path="/tx/:id" component={Transaction} />
          <Route path="/operator/*?" component={Operator} />
          <Route component={NotFound} />
        </Switch>
      </Suspense>
    </Shell>
  </QueryClientProvider>
);
