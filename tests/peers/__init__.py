"""Peers that take long to install, asked anew: BASERATE_PEERS=1, see .ci/peers."""
