// The LB policies of grpc-go 1.64 that a program has to import; xds brings most of its own.
package main

import (
	_ "google.golang.org/grpc/balancer/grpclb"
	_ "google.golang.org/grpc/balancer/leastrequest"
	_ "google.golang.org/grpc/balancer/rls"
	_ "google.golang.org/grpc/balancer/weightedroundrobin"
	_ "google.golang.org/grpc/balancer/weightedtarget"
	_ "google.golang.org/grpc/xds"
)
